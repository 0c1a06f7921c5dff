import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";

const css = readFileSync(new URL("tokens.css", import.meta.url), "utf8");
const colors = new Map(
  [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name = "", light = "", dark = ""]) => [
    name,
    { light, dark },
  ]),
);
const GROUNDS = ["paper", "raised", "sunken"];
const AA = 4.5;
const AAA = 7;
const EDGE = 3;

function luminanceOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrastOf(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

/** WCAG 2.2: foreground, background and the minimum contrast. */
const PAIRS: [ink: string, ground: string, least: number][] = [
  ...GROUNDS.flatMap((ground): [string, string, number][] => [
    ["ink", ground, AAA],
    ["faint", ground, AA],
    ["accent", ground, AA],
    ["wrong", ground, AA],
    ["busy", ground, AA],
    ["done", ground, AA],
  ]),
  ["soft", "paper", AAA],
  ["soft", "raised", AAA],
  // Backgrounds of switches and buttons: switches are on a filled area, and buttons on the background of a notice.
  ...[...GROUNDS, "busy-wash", "wrong-wash"].map((ground): [string, string, number] => ["edge", ground, EDGE]),
  ...["sunken", "mark", "accent-wash", "busy-wash", "wrong-wash"].map((ground): [string, string, number] => [
    "soft",
    ground,
    AA,
  ]),
  ["ink", "mark", AAA],
  ["faint", "mark", AA],
  ["accent", "mark", AA],
  ["on-accent", "accent", AA],
  ["on-accent", "accent-strong", AA],
  ["done", "done-wash", AA],
  ["busy", "busy-wash", AA],
  ["wrong", "wrong-wash", AA],
  ["ink", "accent-wash", AAA],
];

describe.each(["light", "dark"] as const)("in the %s theme", (theme) => {
  it.each(PAIRS)("%s can be read on %s", (ink, ground, least) => {
    const [upper, under] = [colors.get(ink), colors.get(ground)];
    expect(contrastOf(upper?.[theme] ?? "", under?.[theme] ?? "")).toBeGreaterThanOrEqual(least);
  });
});
