import type { Spot } from "./platform.ts";

/** A person writes a paragraph before everything, behind everything, or the words into one that is there. */
export function withWords(html: string, words: string, { where, random }: Spot): string {
  if (where === "top") return `<p>${words}</p>${html}`;
  const ends = [...html.matchAll(/<\/p>/g)].map(({ index }) => index);
  const at = where === "inside" ? ends[Math.floor(random() * ends.length)] : undefined;
  return at === undefined ? `${html}<p>${words}</p>` : `${html.slice(0, at)} ${words}${html.slice(at)}`;
}
