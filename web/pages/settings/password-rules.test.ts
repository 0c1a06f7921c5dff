import { expect, it } from "vitest";
import { findPasswordProblem, ratePassword } from "./password-rules.ts";

it("SET-014 a password's strength is rated", () => {
  const labels = ["", "Ab1!", "abcdefgh", "abcdefg1", "Abcdefg1", "Abcdef1!"].map(
    (password) => ratePassword(password)?.label ?? null,
  );
  expect(labels).toEqual([null, "Too short", "Weak", "Fair", "Good", "Strong"]);
});

it("SET-010 SET-011 SET-012 SET-013 SET-016 a new password needs the current one, eight characters, a match, and a difference", () => {
  const message = (currentPassword: string, newPassword: string, confirm = newPassword) =>
    findPasswordProblem({ currentPassword, newPassword, confirm })?.message;
  expect(message("", "abcdefgh")).toBe("Please enter your current password.");
  expect(message("old secret", "short")).toBe("New password must be at least 8 characters long.");
  expect(message("old secret", "abcdefgh", "abcdefgx")).toBe("New password and confirmation do not match.");
  expect(message("old secret", "old secret")).toBe("New password must be different from your current password.");
  expect(message("old secret", "abcdefgh")).toBeUndefined();
});
