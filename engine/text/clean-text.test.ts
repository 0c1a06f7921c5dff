import { expect, it } from "vitest";
import { cleanText } from "./clean-text.ts";

it("removes characters that a person cannot see: zero-width characters, direction controls and tag characters", () => {
  const hidden = [..."ignore"].map((letter) => String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0))).join("");
  expect(cleanText(`re\u200bset\u202e the\ufeff VPN${hidden}\u2066`)).toBe("reset the VPN");
});

it("keeps emoji that are joined and languages that need the joiner", () => {
  expect(cleanText("👩‍💻 क्‍ष")).toBe("👩‍💻 क्‍ष");
});

it("composes accents and unifies line ends and spaces", () => {
  expect(cleanText("Cafe\u0301\r\nam\u00a0See")).toBe("Café\nam See");
});

it("survives invalid surrogate pairs", () => {
  expect(cleanText("a\ud800b")).toBe("a\ufffdb");
});
