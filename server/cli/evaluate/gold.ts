import { readFile } from "node:fs/promises";
import * as z from "zod";

/**
 * A sentence that the library should contain, with the keys that recognise the sentence: every key must occur; `a|b` are
 * alternatives. Without keys a person judges the sentence.
 */
const claim = z.strictObject({
  text: z.string().min(1),
  keys: z.array(z.string().min(1)).default([]),
  /** Words that make a forbidden sentence harmless: `not|never`. */
  unless: z.string().optional(),
});
const ids = z
  .array(z.string().regex(/^\d{1,10}\.\d{6}$/, "Give the ts of a message, such as 1757318403.000100."))
  .min(1);

const gold = z.strictObject({
  /** The language of the expected articles, unless an article has its own. */
  language: z.string().default("en"),
  pieces: z
    .array(
      z.strictObject({
        id: z.string().min(1),
        channel: z.string().min(1),
        language: z.string().optional(),
        messages: ids,
        /** A question that a colleague would ask, and that the article should answer. */
        question: z.string().min(1),
        facts: z.array(claim).min(1),
        forbidden: z.array(claim).default([]),
        /** The expected article (piece) whose rule this article changes. */
        revises: z.string().optional(),
      }),
    )
    .min(1),
  tempting: z.array(z.strictObject({ id: z.string().min(1), messages: ids, why: z.string() })).default([]),
  /** Strings that no article may contain. */
  never: z.array(z.string().min(1)).default([]),
});

export type Gold = z.output<typeof gold>;
/** The type of the file's JSON, in which defaults may be missing. */
export type GoldFile = z.input<typeof gold>;
export type GoldPiece = Gold["pieces"][number];
export type GoldClaim = z.output<typeof claim>;

/** Reads the file of expected content. Throws a sentence that names the fault of the file. */
export async function readGold(file: string): Promise<Gold> {
  const text = await readFile(file, "utf8").catch(() => {
    throw new Error(`There is no file ${file}, or it may not be read.`);
  });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`${file} is not JSON.`);
  }
  const parsed = gold.safeParse(value);
  if (!parsed.success) throw new Error(`${file} is no gold file:\n${z.prettifyError(parsed.error)}`);
  const known = new Set(parsed.data.pieces.map(({ id }) => id));
  for (const { id, revises } of parsed.data.pieces)
    if (revises && !known.has(revises)) throw new Error(`${file}: ${id} revises ${revises}, which is no piece.`);
  return parsed.data;
}
