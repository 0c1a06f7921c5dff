import { parseMarkup } from "../markup.ts";
import { decodeCharacterReferences, INLINE_ELEMENTS } from "./canonical.ts";

/*
 * An inline comment is an `<ac:inline-comment-marker ac:ref="…">` around its text in the page's body. A comment on text in
 * several elements has a marker in each. A comment without a marker is detached.
 * https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html
 */
const COMMENT = "ac:inline-comment-marker";
const REF = /^[\w-]+$/;
/** Elements whose text is not part of the page's text. */
const HIDDEN = new Set([
  "ac:parameter",
  "ac:plain-text-body",
  "ac:plain-text-link-body",
  "ac:task-id",
  "ac:task-uuid",
  "ac:task-status",
]);
/**
 * The length of the surrounding text. If the commented words occur several times, the surrounding text identifies the
 * right occurrence.
 */
const CONTEXT_CHARACTERS = 60;
const BLOCK_END = "\n";

/** One visible character and its position in the body. */
interface Character {
  shown: string;
  from: number;
  until: number;
  /** The index of the text between two tags that contains the character. */
  piece: number;
  refs: readonly string[];
}

/**
 * Returns the new page body with the current inline comments around their words, and the ids of the comments whose
 * words are gone.
 */
export function carryOverComments(current: string, wanted: string): { storage: string; detached: string[] } {
  if (!current.includes(COMMENT)) return { storage: wanted, detached: [] };
  const before = charactersOf(current);
  const shownBefore = shownText(before);
  const kept = new Set(charactersOf(wanted).flatMap(({ refs }) => refs));
  const detached: string[] = [];
  let storage = wanted;
  for (const ref of new Set(before.flatMap(({ refs }) => refs))) {
    if (kept.has(ref)) continue;
    const marked = { from: before.findIndex(isMarked(ref)), until: before.findLastIndex(isMarked(ref)) + 1 };
    const after = charactersOf(storage);
    const from = REF.test(ref) ? placeOf(marked, shownBefore, shownText(after)) : null;
    if (from === null) detached.push(ref);
    else storage = mark(storage, after.slice(from, from + marked.until - marked.from), ref);
  }
  return { storage, detached };
}

/** The ids of the comments on text of this body. */
export const listCommentIds = (storage: string): string[] =>
  storage.includes(COMMENT) ? [...new Set(charactersOf(storage).flatMap(({ refs }) => refs))] : [];

/** Matches the source numbers behind a sentence. They change with the sources and are no part of the words. */
const NUMBERS = /^(\[\d+\]|[,\s])+$/;
/** Whether a link is a footnote of an older page. Confluence Cloud's editor rewrites these links to anchors. */
const isFootnote = (name: string, attributes: Record<string, string>) =>
  (name === "ac:link" && attributes["ac:anchor"] !== undefined) ||
  (name === "a" && attributes["href"]?.startsWith("#") === true);

const isMarked =
  (ref: string) =>
  ({ refs }: Character) =>
    refs.includes(ref);
const shownText = (characters: Character[]) => characters.map(({ shown }) => shown).join("");

/**
 * Splits the page's visible text into UTF-16 units. A run of spaces becomes one character, and a line break separates
 * two blocks.
 */
function charactersOf(storage: string): Character[] {
  const characters: Character[] = [];
  const hidden: boolean[] = [];
  const refs: string[] = [];
  let superscripts = 0;
  let isInCdata = false;
  let piece = 0;
  const breakLine = () => {
    if (characters.at(-1)?.shown === " ") characters.pop();
    if (characters.length > 0 && characters.at(-1)?.shown !== BLOCK_END)
      characters.push({ shown: BLOCK_END, from: -1, until: -1, piece: -1, refs: [] });
  };
  parseMarkup(
    storage,
    (parser) => ({
      onopentag(name, attributes) {
        hidden.push(hidden.at(-1) === true || HIDDEN.has(name) || isFootnote(name, attributes));
        if (name === "sup") superscripts += 1;
        if (name === COMMENT) refs.push(attributes["ac:ref"] ?? "");
        else if (!HIDDEN.has(name) && !INLINE_ELEMENTS.has(name)) breakLine();
      },
      onclosetag(name) {
        hidden.pop();
        if (name === "sup") superscripts -= 1;
        if (name === COMMENT) refs.pop();
        else if (!HIDDEN.has(name) && !INLINE_ELEMENTS.has(name)) breakLine();
      },
      oncdatastart: () => void (isInCdata = true),
      oncdataend: () => void (isInCdata = false),
      ontext(raw) {
        if (isInCdata || hidden.at(-1) || (superscripts > 0 && NUMBERS.test(raw))) return;
        piece += 1;
        let at = parser.startIndex;
        for (const [token] of raw.matchAll(/&#?\w+;|[\s\S]/g)) {
          const shown = (token.length > 1 ? decodeCharacterReferences(token) : token).replace(/[\s\u00a0]+/g, " ");
          const isRepeatedBlank = shown === " " && /^[ \n]?$/.test(characters.at(-1)?.shown ?? "");
          if (!isRepeatedBlank)
            for (const unit of shown.split(""))
              characters.push({ shown: unit, from: at, until: at + token.length, piece, refs: [...refs] });
          at += token.length;
        }
      },
    }),
    { xmlMode: true, decodeEntities: false },
  );
  return characters;
}

/**
 * Finds the commented words in the new text. If they occur several times, chooses the occurrence with the most equal
 * surrounding text.
 */
function placeOf({ from, until }: { from: number; until: number }, before: string, after: string): number | null {
  const words = before.slice(from, until);
  if (words.trim() === "") return null;
  let best: { at: number; score: number } | null = null;
  for (let at = after.indexOf(words); at >= 0; at = after.indexOf(words, at + 1)) {
    const score =
      commonLength(before.slice(until), after.slice(at + words.length)) +
      commonLength(reversed(before.slice(0, from)), reversed(after.slice(0, at)));
    if (!best || score > best.score) best = { at, score };
  }
  return best?.at ?? null;
}

const reversed = (text: string) => text.slice(-CONTEXT_CHARACTERS).split("").reverse().join("");

function commonLength(one: string, other: string): number {
  let length = 0;
  while (length < CONTEXT_CHARACTERS && length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/**
 * Adds a marker around each part of the text between tags, so that no tag is split. Works backwards, so that earlier
 * positions stay valid.
 */
function mark(storage: string, characters: Character[], ref: string): string {
  let marked = storage;
  const pieces = Map.groupBy(
    characters.filter(({ shown }) => shown !== BLOCK_END),
    ({ piece }) => piece,
  );
  for (const piece of [...pieces.values()].reverse()) {
    const [from, until] = [piece[0]?.from ?? 0, piece.at(-1)?.until ?? 0];
    if (pieces.size > 1 && piece.every(({ shown }) => shown === " ")) continue;
    marked = `${marked.slice(0, from)}<${COMMENT} ac:ref="${ref}">${marked.slice(from, until)}</${COMMENT}>${marked.slice(until)}`;
  }
  return marked;
}
