import { parseMarkup } from "../markup.ts";
import { htmlText, INLINE } from "./canonical.ts";

/*
 * An inline comment is `<ac:inline-comment-marker ac:ref="…">` around its words in the page's body; one whose words are in
 * several elements has a marker in each. Without a marker the comment is detached.
 * https://confluence.atlassian.com/doc/confluence-storage-format-790796544.html
 */
const COMMENT = "ac:inline-comment-marker";
const REF = /^[\w-]+$/;
/** Text in these is no text of the page. */
const HIDDEN = new Set([
  "ac:parameter",
  "ac:plain-text-body",
  "ac:plain-text-link-body",
  "ac:task-id",
  "ac:task-uuid",
  "ac:task-status",
]);
/** So much of what stands around the words tells two places with the same words apart. */
const CONTEXT_CHARACTERS = 60;
const BLOCK_END = "\n";

/** One character as a reader sees it, and where it is in the body. */
interface Character {
  shown: string;
  from: number;
  until: number;
  /** Of the piece of text between two tags. */
  piece: number;
  refs: readonly string[];
}

/** The wanted body with the comments of the current one on their words, and the comments whose words are gone. */
export function carryComments(current: string, wanted: string): { storage: string; detached: string[] } {
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

/** The comments on words of this body. */
export const commentsIn = (storage: string): string[] =>
  storage.includes(COMMENT) ? [...new Set(charactersOf(storage).flatMap(({ refs }) => refs))] : [];

/** The numbers of sources behind a sentence, which change with the sources. */
const NUMBERS = /^(\[\d+\]|[,\s])+$/;
/** On older pages these are links to anchors of the page, which the cloud's editor writes in its own way. */
const isFootnote = (name: string, attributes: Record<string, string>) =>
  (name === "ac:link" && attributes["ac:anchor"] !== undefined) ||
  (name === "a" && attributes["href"]?.startsWith("#") === true);

const isMarked =
  (ref: string) =>
  ({ refs }: Character) =>
    refs.includes(ref);
const shownText = (characters: Character[]) => characters.map(({ shown }) => shown).join("");

/** The page's text, one UTF-16 unit each: any run of blanks is one, and between two blocks is a line's end. */
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
        else if (!HIDDEN.has(name) && !INLINE.has(name)) breakLine();
      },
      onclosetag(name) {
        hidden.pop();
        if (name === "sup") superscripts -= 1;
        if (name === COMMENT) refs.pop();
        else if (!HIDDEN.has(name) && !INLINE.has(name)) breakLine();
      },
      oncdatastart: () => void (isInCdata = true),
      oncdataend: () => void (isInCdata = false),
      ontext(raw) {
        if (isInCdata || hidden.at(-1) || (superscripts > 0 && NUMBERS.test(raw))) return;
        piece += 1;
        let at = parser.startIndex;
        for (const [token] of raw.matchAll(/&#?\w+;|[\s\S]/g)) {
          const shown = (token.length > 1 ? htmlText(token) : token).replace(/[\s\u00a0]+/g, " ");
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

/** Where the marked words are in the new text: of several places the one with the most of the old text around it. */
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

/** A marker around each piece of text, so that no tag is cut. From the end on, so that the places before stay right. */
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
