import { expect, it } from "vitest";
import { formatName, getInitial } from "./names.ts";

const person = { firstName: "", lastName: "", email: "", profileImageUrl: null };

it("NAV-021 a person is named by both names, else the email, else 'User'", () => {
  expect(formatName({ ...person, firstName: "Ada", lastName: "Lovelace", email: "a@b.example" })).toBe("Ada Lovelace");
  expect(formatName({ ...person, firstName: "Ada", email: "a@b.example" })).toBe("a@b.example");
  expect(formatName({ ...person, firstName: "Ada" })).toBe("User");
});

it("NAV-022 a person's initial is the first letter of the first name, else of the email, else 'U'", () => {
  expect(getInitial({ ...person, firstName: "Ada", email: "x@b.example" })).toBe("A");
  expect(getInitial({ ...person, email: "x@b.example" })).toBe("X");
  expect(getInitial(person)).toBe("U");
});
