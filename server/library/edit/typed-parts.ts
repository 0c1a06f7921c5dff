import { splitSentences } from "../../../engine/text/pieces.ts";
import { stemWord } from "../../../engine/text/words.ts";
import { parseInline, toPlainText } from "../../../shared/markdown/parse-inline.ts";
import { splitWords } from "../articles/words.ts";
import { PRODUCT_WORDS } from "../retract/quotes.ts";

/** Adjacent sentences, either all of a person's own or none. */
export interface TypedPart {
  text: string;
  /** True when it shares no word with the edited sentences. */
  isOwn: boolean;
}

/**
 * Finds the sentences of typed text that are the person's own. A sentence is not when the edited sentences had it word
 * for word, or when it shares a word with an edited sentence that is gone. `remaining`: all sentences of the article
 * after the edit.
 */
export function splitTypedParts(
  typed: string,
  origins: readonly string[],
  remaining: ReadonlySet<string>,
): TypedPart[] {
  const said = new Set(origins.flatMap(splitMarkdownSentences).map(bare));
  const stays = new Set([...remaining].map(bare));
  const reworded = new Set([...said].filter((text) => !stays.has(text)).flatMap(tellingWords));
  const parts: { start: number; end: number; isOwn: boolean }[] = [];
  let end = 0;
  for (const text of splitMarkdownSentences(typed)) {
    const start = typed.indexOf(text, end);
    end = start + text.length;
    const isOwn = !said.has(bare(text)) && !tellingWords(text).some((word) => reworded.has(word));
    const last = parts.at(-1);
    if (last?.isOwn === isOwn) last.end = end;
    else parts.push({ start, end, isOwn });
  }
  return parts.map(({ start, end: until, isOwn }) => ({ text: typed.slice(start, until), isOwn }));
}

/** The sentences of inline Markdown, never cut within emphasis, code or a link. */
export function splitMarkdownSentences(markdown: string): string[] {
  const whole = readingOf(markdown);
  const sentences: string[] = [];
  let [start, end] = [0, 0];
  for (const text of markdown.split(/\\?\n/).flatMap(splitSentences)) {
    end = markdown.indexOf(text, end) + text.length;
    if (`${readingOf(markdown.slice(0, end))} ${readingOf(markdown.slice(end))}`.trim() !== whole) continue;
    sentences.push(markdown.slice(start, end).replace(/^(?:\s|\\\n)+/, ""));
    start = end;
  }
  return sentences;
}

const readingOf = (markdown: string) => toPlainText(parseInline(markdown)).replace(/\s+/g, " ").trim();

/** Ignores the full stop, which people add to a sentence when they write another one behind it. */
const bare = (sentence: string) => sentence.replace(/[.!?…]+$/, "");

/** The significant words of a text; all its words when none is significant. */
function tellingWords(text: string): string[] {
  const words = splitWords(text);
  const telling = words.filter((word) => !PRODUCT_WORDS.has(word));
  return (telling.length > 0 ? telling : words).map(stemWord);
}
