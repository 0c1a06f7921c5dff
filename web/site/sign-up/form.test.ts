import { describe, expect, it } from "vitest";
import { accountEndpoints } from "../../../shared/contract/accounts.ts";
import {
  buildCheckNotice,
  EMPTY_VALUES,
  findEmailProblem,
  findFirstProblem,
  findSignUpProblems,
  isSubmitDisabled,
  type SignUpValues,
} from "./form.ts";

const ada: SignUpValues = {
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@acme.io",
  company: "Acme",
  role: "",
  password: "analytical",
  confirmPassword: "analytical",
};
const registration = accountEndpoints["POST /api/register"].body;

describe("the sign-up form", () => {
  it("SIGN-013 SIGN-014 SIGN-015 refuses what is no address and the mail providers of private persons", () => {
    for (const email of ["ada", "ada@", "ada@acme", "ada lovelace@acme.io", "ada@@acme.io", "ada@acme..io"])
      expect([email, findEmailProblem(email)]).toEqual([email, "Please enter a valid email address"]);
    const names = "gmail yahoo hotmail outlook aol icloud me mac live msn protonmail yandex mail zoho".split(" ");
    for (const domain of [...names.map((name) => `${name}.com`), "GMAIL.com", "protonmail.ch", "yandex.ru", "zoho.eu"])
      expect([domain, findEmailProblem(`ada@${domain}`)]).toEqual([
        domain,
        "Please use your company email address instead of personal email",
      ]);
    for (const email of ["", "ada@acme.io", "ada@mail.acme.io", "ada@gmail.acme.com", "o'hara+x@livework.com"])
      expect([email, findEmailProblem(email)]).toEqual([email, undefined]);
  });

  it("SIGN-017 SIGN-018 SIGN-019 asks for four fields and a password of eight, and for no role", () => {
    for (const name of ["firstName", "lastName", "email", "company", "password"] as const)
      expect(findSignUpProblems({ ...ada, [name]: " " })).toHaveProperty(name);
    expect(findSignUpProblems(ada)).toEqual({});
    expect(findSignUpProblems({ ...ada, role: "x".repeat(100) })).toEqual({});
    expect(findSignUpProblems({ ...ada, role: "x".repeat(101) })).toEqual({ role: "At most 100 characters." });
    expect(findSignUpProblems({ ...ada, password: "1234567", confirmPassword: "1234567" })).toEqual({
      password: "At least 8 characters.",
    });
    expect(findSignUpProblems({ ...ada, password: "kwmbtzfg", confirmPassword: "kwmbtzfg" })).toEqual({});
    expect(findFirstProblem(findSignUpProblems({ ...EMPTY_VALUES, firstName: "Ada" }))).toBe("lastName");
  });

  it("accepts exactly what the server accepts", () => {
    const tries: Partial<SignUpValues>[] = [
      {},
      { firstName: "" },
      { lastName: "  " },
      { company: "x".repeat(201) },
      { email: "ada@live.com" },
      { email: "ada@acme" },
      { role: "x".repeat(101) },
      { role: "Head of Knowledge" },
      { password: "1234567", confirmPassword: "1234567" },
      { password: "12345678", confirmPassword: "12345678" },
      { password: "😀😀😀😀", confirmPassword: "😀😀😀😀" },
      { password: "x".repeat(129), confirmPassword: "x".repeat(129) },
      { confirmPassword: "another" },
    ];
    for (const change of tries) {
      const { role, ...values } = { ...ada, ...change };
      const { success } = registration.safeParse({ ...values, ...(role && { role }), plan: "starter" });
      expect([change, Object.keys(findSignUpProblems({ ...values, role })).length === 0]).toEqual([change, success]);
    }
  });

  it("SIGN-021 closes the button with a wrong address, without a password, or with two that differ", () => {
    expect(isSubmitDisabled(ada)).toBe(false);
    for (const change of [{ email: "ada@" }, { password: "", confirmPassword: "" }, { confirmPassword: "other" }])
      expect(isSubmitDisabled({ ...ada, ...change })).toBe(true);
  });

  it("PAY-001 PAY-002 PAY-003 says before payment what is missing, what differs, and what is wrong with the address", () => {
    expect(buildCheckNotice({ ...ada, company: "" }, "proceed")).toEqual({
      title: "Form Incomplete",
      text: "Please fill in all required fields before proceeding to payment.",
    });
    expect(buildCheckNotice({ ...ada, confirmPassword: "other" }, "proceed")).toEqual({
      title: "Password Error",
      text: "Please enter matching passwords before proceeding.",
    });
    expect(buildCheckNotice({ ...ada, email: "ada@gmail.com" }, "proceed")).toEqual({
      title: "Email Error",
      text: "Please use your company email address instead of personal email",
    });
    expect(buildCheckNotice(ada, "proceed")).toBeNull();
  });

  it("PAY-004 checks again at the purchase, in the words of the earlier payment step", () => {
    expect(buildCheckNotice({ ...ada, lastName: "" }, "complete")?.text).toBe(
      "Please fill in all required fields before proceeding with payment.",
    );
    expect(buildCheckNotice({ ...ada, confirmPassword: "" }, "complete")?.text).toBe(
      "Please enter matching passwords before proceeding.",
    );
  });
});
