import { expect, it } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

it("knows the passwords that are tried first, however they are dressed up", () => {
  for (const password of [
    "password",
    "P@ssw0rd1!",
    "Summer2026",
    "1234567890",
    "qwertz123",
    "11111111",
    "abcabcabc",
    "zyxwvuts",
    "1q2w3e4r",
    "Contraseña1",
  ])
    expect([password, isCommonPassword(password)]).toEqual([password, true]);
  for (const password of [
    "",
    "1234567",
    "analytical engine",
    "a-long-password",
    "Tr0ub4dor&3",
    "passwordless future",
    "12 monkeys ate 7 pears",
  ])
    expect([password, isCommonPassword(password)]).toEqual([password, false]);
});
