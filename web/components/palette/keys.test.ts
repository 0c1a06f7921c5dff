import { expect, it } from "vitest";
import { MAIN_ITEMS } from "../navigation-items.ts";
import { ALL_PAGES } from "./all-pages.ts";
import { createKeyReader, GO_KEY_TIMEOUT_MS, PAGE_KEYS } from "./keys.ts";

const press = (key: string, held: "ctrlKey" | "metaKey" | "altKey" | null = null) => ({
  key,
  ctrlKey: held === "ctrlKey",
  metaKey: held === "metaKey",
  altKey: held === "altKey",
});

it("Ctrl-K or Cmd-K opens the palette, also from a field", () => {
  const read = createKeyReader();
  expect(read(press("k", "ctrlKey"), false, 0)).toEqual({ do: "palette" });
  expect(read(press("K", "metaKey"), true, 0)).toEqual({ do: "palette" });
  expect(read(press("k"), false, 0)).toBeNull();
});

it("a key typed in a field is no shortcut, and a key with Ctrl, Cmd or Alt is left to the browser", () => {
  const read = createKeyReader();
  for (const key of ["/", "?", "g"]) {
    expect(read(press(key), true, 0)).toBeNull();
    for (const held of ["ctrlKey", "metaKey", "altKey"] as const) expect(read(press(key, held), false, 0)).toBeNull();
  }
  expect(read(press("a"), false, 1)).toBeNull();
});

it("'g' directly followed by a letter opens a page", () => {
  const read = createKeyReader();
  for (const [letter, to] of PAGE_KEYS) {
    expect(read(press("g"), false, 100)).toBeNull();
    expect(read(press(letter), false, 100 + GO_KEY_TIMEOUT_MS - 1)).toEqual({ do: "go", to });
  }
  read(press("g"), false, 0);
  expect(read(press("a"), false, GO_KEY_TIMEOUT_MS)).toBeNull();
  read(press("g"), false, 0);
  read(press("x"), false, 1);
  expect(read(press("a"), false, 2)).toBeNull();
});

it("every page of daily work has a keyboard shortcut", () => {
  const reached = PAGE_KEYS.map(([, to]) => to);
  for (const to of [...MAIN_ITEMS.map((item) => item.to), "/articles?view=inbox", "/ask", "/notifications"])
    expect(reached).toContain(to);
});

it("every shortcut letter leads to a different page", () => {
  const known = ALL_PAGES.map(({ to }) => to);
  expect(PAGE_KEYS.every(([, to]) => known.includes(to))).toBe(true);
  expect(new Set(PAGE_KEYS.map(([letter]) => letter)).size).toBe(PAGE_KEYS.length);
});
