import {
  type ArticlePersonEdits,
  listStatements,
  type Section,
  type SectionRole,
  SOURCE_GONE,
  type Statement,
} from "../../../shared/domain/article.ts";
import type { PersonEdit } from "../../../shared/domain/person-edit.ts";
import { hashWord, splitWords } from "../articles/words.ts";

/** The parts of an article that contain people's text. */
export interface QuotedContent {
  title: string;
  summary: Statement[];
  body: Section[];
  tags: string[];
  keywords: string[];
  /** Text that people wrote into the article themselves. It stays. */
  hand?: ArticlePersonEdits;
}

/** The remaining messages of an article after some were deleted. */
export interface RemainingMessages {
  /** Ids of the deleted messages. */
  gone: ReadonlySet<string>;
  /** The words of the remaining messages, by message and in total. */
  wordsOf: ReadonlyMap<string, ReadonlySet<string>>;
  words: ReadonlySet<string>;
}

/**
 * The reason why an article waits for a person after its question was deleted, while its answers are still in the chat.
 */
export const LOST_QUESTION =
  "Its question was deleted in the chat. The answers that are left may not make sense without it: publish them, or discard the article.";
const ASKING: readonly SectionRole[] = ["question", "symptom"];

/**
 * Whether a deletion removed the article's question and left answers. An article made of unchanged sentences also has
 * the question as its title, which may be the question's only copy.
 */
export function hasLostQuestion(before: QuotedContent, left: QuotedContent, form: "excerpt" | "written"): boolean {
  const asks = ({ body }: QuotedContent) =>
    body.some(({ role, statements }) => ASKING.includes(role) && statements.length > 0);
  const isUntitled = form === "excerpt" && left.title === NEUTRAL_TITLE && before.title !== NEUTRAL_TITLE;
  return listStatements(left).length > 0 && !asks(left) && (asks(before) || isUntitled);
}

/** True if people edited the text. Such text stays as they left it. */
export const isEditedByPeople = ({ hand, ...text }: QuotedContent): boolean =>
  hand?.title !== undefined || listStatements(text).some((one) => one.hand !== undefined);

export const NEUTRAL_TITLE = "An article whose title is being rewritten";

/** Words that the product adds to articles. They reveal nothing about the messages. */
export const PRODUCT_WORDS = new Set(
  `a about after all also an and answer any are as at be been before between both but by can cause checking configuring
  context details do does doing each explained fix fixing for from good guide handling how if in into is it its know known more
  new no not note of off on one only or other our out over question setting so solved solution step steps such symptom than that
  the their them then there these they this those through to troubleshooting two up using was way we were what when where which
  while who why will with without working you your first further`.split(/\s+/),
);

export function collectRemainingMessages(
  gone: ReadonlySet<string>,
  messages: { externalId: string; text: string }[],
  channelName: string,
): RemainingMessages {
  const wordsOf = new Map(messages.map(({ externalId, text }) => [externalId, new Set(splitWords(text))]));
  const words = new Set([...splitWords(channelName), ...[...wordsOf.values()].flatMap((some) => [...some])]);
  return { gone, wordsOf, words };
}

/**
 * Removes text that only deleted messages contained. A sentence that cites several messages stays if the remaining
 * messages contain all its words. A title, heading, tag or keyword stays if any remaining message contains its words.
 * Where a person changed a sentence, a heading or the title, it stays as long as it loses no word; otherwise all of it
 * leaves the article, because nobody can read a sentence with gaps (`listCutOut` keeps what the person wrote).
 */
export function removeDeletedText<Some extends Partial<QuotedContent>>(
  content: Some,
  remaining: RemainingMessages,
): Some {
  const statements = (list: Statement[]) =>
    list.flatMap((statement) => keepRemainingSources(statement, remaining) ?? []);
  const isSaid = (text: string) => isConfirmedBy(remaining.words, text);
  const { hand } = content;
  const isTagged = (tag: string) => hand?.tags?.includes(tag) === true || isSaid(tag);
  const named = (text: string, by: PersonEdit | undefined, otherwise: string) =>
    (by ? maskDeletedWords(text, by, remaining) === text : isSaid(text)) ? text : otherwise;
  return {
    ...content,
    ...(content.title !== undefined && { title: named(content.title, hand?.title, NEUTRAL_TITLE) }),
    ...(content.summary && { summary: statements(content.summary) }),
    ...(content.body && {
      body: content.body
        .map((section) => ({
          ...section,
          heading: (section.heading && named(section.heading, section.hand, "")) || null,
          statements: statements(section.statements),
        }))
        .filter(({ statements: left }) => left.length > 0),
    }),
    ...(content.tags && { tags: content.tags.filter(isTagged) }),
    ...(content.keywords && { keywords: content.keywords.filter(isSaid) }),
  };
}

/** The statement without its deleted messages; null if it leaves the article. */
export function keepRemainingSources(statement: Statement, remaining: RemainingMessages): Statement | null {
  const sources = statement.sources.filter((id) => !remaining.gone.has(id));
  if (sources.length === statement.sources.length) return statement;
  // A person who only chose to keep a sentence added no words to it.
  if (statement.hand && statement.hand.what !== "kept")
    return doubtEditedSentence({ ...statement, sources }, statement.hand, remaining);
  const words = new Set(sources.flatMap((id) => [...(remaining.wordsOf.get(id) ?? [])]));
  return sources.length > 0 && isConfirmedBy(words, statement.text) ? { ...statement, sources } : null;
}

/** A sentence that keeps all its words gets a doubt, which asks whether it is still right; any other one leaves. */
function doubtEditedSentence(statement: Statement, hand: PersonEdit, remaining: RemainingMessages): Statement | null {
  const isWhole = hand.what === "written" || maskDeletedWords(statement.text, hand, remaining) === statement.text;
  return isWhole ? { ...statement, doubt: SOURCE_GONE } : null;
}

/** Replaces words that only deleted messages contain by '…'. Returns null if no word by a person is left. */
export function maskDeletedWords(text: string, hand: PersonEdit, remaining: RemainingMessages): string | null {
  const typed = new Set(hand.words);
  const stays = (word: string) => typed.has(hashWord(word)) || remaining.words.has(word) || PRODUCT_WORDS.has(word);
  const left = text
    .replace(/[\p{L}\p{N}]+/gu, (word) => (splitWords(word).every(stays) ? word : "…"))
    .replace(/…(?:[^\p{L}\p{N}\n]*…)+/gu, "…");
  if (left === text) return text;
  return splitWords(left).some((word) => typed.has(hashWord(word))) ? left : null;
}

/** True if the text contains only these words and words that the product adds to articles. */
function isConfirmedBy(words: ReadonlySet<string>, text: string): boolean {
  return splitWords(text).every((word) => words.has(word) || PRODUCT_WORDS.has(word));
}
