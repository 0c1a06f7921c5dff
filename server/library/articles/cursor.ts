import { z } from "zod";
import { invalid } from "../../errors.ts";
import type { ArticleListing, ListCursor } from "./listing-queries.ts";

/** The list's sort criterion, the sort value at which the page ended, and the last article of the page. */
const parts = z.tuple([z.enum(["created", "changed", "ranked"]), z.string().regex(/^\d{1,16}$/), z.uuid()]);

const orderOf = ({ ranked, by }: ArticleListing) => (ranked ? "ranked" : by);

export const formatCursor = (listing: ArticleListing, { at, id }: ListCursor): string =>
  Buffer.from(JSON.stringify([orderOf(listing), at, id])).toString("base64url");

/** The cursor needs no protection: the articles after it are read with the sender's rights. */
export function parseCursor(listing: ArticleListing, cursor: string | undefined): ListCursor | null {
  if (cursor === undefined) return null;
  const read = parts.safeParse(parseJson(cursor));
  if (!read.success) throw invalid("This cursor is not valid.");
  const [order, at, id] = read.data;
  if (order !== orderOf(listing)) throw invalid("This cursor belongs to another list.");
  return { at, id };
}

function parseJson(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
