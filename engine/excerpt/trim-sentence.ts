import { countOpeningWords, findEndingPhrase, isQuestion } from "../language/meanings.ts";
import { splitIntoTokens, type WordToken } from "../language/phrases.ts";
import { neutralizeMarkdown } from "../text/clean-text.ts";
import { changeOutsideCode } from "../text/outside-code.ts";
import { PROGRAM_PATTERN } from "../text/pieces.ts";

/** Trimming only removes words. The only letter that may change is the first, which becomes a capital. */

const EMOJI = /[\p{Extended_Pictographic}\u{fe0f}\p{Emoji_Modifier}]+(?:\u200d[\p{Extended_Pictographic}\u{fe0f}]+)*/gu;
const EMOTICON =
  /(?:^|(?<=\s))(?:[:;=]['’]?-?[)(DPpOo|/\\3*]+|[xX]D+|<3|:[a-z0-9_+-]{2,40}:|¯\\_\(ツ\)_\/¯)(?=\s|$|[.,!?])/g;
/** Punctuation after a removed opening. */
const SEPARATORS = /^[\s,.;:!?…–—-]+/;

/** Removes the greeting, filler words, the addressee's name, emoji and thanks. Returns "" if nothing is left. */
export const trimSentence = (sentence: string, names: ReadonlySet<string>): string =>
  changeOutsideCode(neutralizeMarkdown(sentence), (prose) => trimProse(prose, names));

function trimProse(sentence: string, names: ReadonlySet<string>): string {
  let text = removeEmoji(sentence);
  for (let before = ""; before !== text; ) {
    before = text;
    text = withoutOpening(withoutEnding(text), names);
  }
  // A sentence of names only, such as "Leon.", merely addresses a person.
  if (splitIntoTokens(text).every(({ word }) => names.has(word)) && !/\d/.test(text)) return "";
  return /[\p{L}\p{N}]/u.test(text) ? text.replace(AT_A_NAME, "$1") : "";
}

/** Does not match '@scope/package'. */
const AT_A_NAME = /(^|[\s(])@(?=\p{L})(?![\p{L}\p{N}._-]*\/)/gu;

export const removeEmoji = (text: string): string =>
  changeOutsideCode(text, (prose) =>
    prose
      .replace(EMOTICON, GAP)
      .replace(EMOJI, GAP)
      .replace(/\s*\u0002[\s\u0002]*(?=[,.;!?)](?:\s|$))/g, "") // oxlint-disable-line no-control-regex -- the mark of a removed emoji
      .replaceAll(GAP, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );

/**
 * Marks the position of a removed emoji. A space that a person typed before punctuation must stay: "docker build -t app
 * . twice".
 */
const GAP = "\u0002";

const SECOND_PERSON: ReadonlySet<string> = new Set(["you", "u", "du", "ihr"]);

function withoutOpening(text: string, names: ReadonlySet<string>): string {
  const tokens = splitIntoTokens(text);
  const isMention = /^<?@/.test(text);
  const named = nameLength(tokens, names) || Number(isMention);
  const rest = text.slice(tokens[named - 1]?.end ?? 0);
  // "@Jess is lead" is about Jess, whereas "@Jess: …" and "@Jess can you" address her.
  const isAddressed =
    /^\s*[,:>]/.test(rest) || (isQuestion(rest.trim()) && SECOND_PERSON.has(tokens[named + 1]?.word ?? ""));
  if (named > 0 && named < tokens.length && isAddressed) return after(text, tokens, named);
  const length = countOpeningWords(tokens, "greeting") || countOpeningWords(tokens, "filler");
  const end = tokens[length - 1]?.end;
  // Removes opening words only if punctuation follows them: "so gloves please" keeps "so", "Dear parents and friends"
  // keeps "parents".
  if (end === undefined || tokens[0]?.start !== /[\p{L}\p{N}]/u.exec(text)?.index) return text;
  const isSetApart = /^\s*(?:[,.:;!…]|[–—-]\s)/.test(text.slice(end));
  const isAllGreeting = length === tokens.length && countOpeningWords(tokens, "greeting") === length;
  return isSetApart || isAllGreeting || (length === 1 && isSound(tokens)) ? after(text, tokens, length) : text;
}

/** Whether the sentence begins with an interjection, which is filler even without a comma. */
const isSound = ([first]: WordToken[]) =>
  /^(?:[aou]h+|hm+|uh+|lol|(?:ha){2,}h?|hehe+|o[ml]g|hi|hey|hallo|moin)$/.test(first?.word ?? "");

const after = (text: string, tokens: WordToken[], length: number) =>
  text.slice(tokens[length - 1]?.end ?? 0).replace(SEPARATORS, "");

/** The number of words at the beginning that form a participant's name. */
function nameLength([first, second]: WordToken[], names: ReadonlySet<string>): number {
  if (!first) return 0;
  if (second && names.has(`${first.word} ${second.word}`)) return 2;
  return names.has(first.word) ? 1 : 0;
}

function withoutEnding(text: string): string {
  const mark = /[\s.!?…]*$/.exec(text)?.[0] ?? "";
  const tokens = splitIntoTokens(text);
  const at = findEndingPhrase(tokens, "closing");
  const first = tokens[at];
  if (!first || at === 0 || tokens.at(-1)?.end !== text.length - mark.length) return text;
  const isApart = /[\s,;.–—-]$/.test(text.slice(0, first.start));
  if (!isApart) return text;
  const said = text.slice(0, first.start).replace(/[\s,;–—-]+$/, "");
  return /[.!?…]$/.test(said) ? said : said + mark.trim();
}

/** The full names of all participants and the parts of these names, in lower case. */
export function listNameParts(people: string[]): Set<string> {
  const names = people.map((name) => name.toLowerCase().trim()).filter((name) => name.length > 1);
  return new Set([...names, ...names.flatMap((name) => name.split(/\s+/).filter((part) => part.length > 2))]);
}

/**
 * Capitalizes the first letter of a sentence. Adds no closing punctuation, because a question mark or full stop would
 * change what the author said.
 */
export function capitalizeSentence(text: string): string {
  const first = /^\S+/.exec(text)?.[0] ?? "";
  const isName = /[._/\\()\d`@#$<>=]|^[a-z]+[A-Z]/.test(first.replace(/[.,:;!?]+$/, "")) || PROGRAM_PATTERN.test(first);
  const opened = isName
    ? text
    : text.replace(/^(["'“(*_]*)(\p{Ll})/u, (_, open: string, letter: string) => open + capital(letter));
  return opened.replace(/[\s,;–—-]+$/, "");
}

/** Capitalizes a letter, unless converting the capital back would give another letter. */
function capital(letter: string): string {
  const upper = letter.toUpperCase();
  return upper.toLowerCase() === letter ? upper : letter;
}
