import { createHash } from "node:crypto";
import type { ArticleHand, Hand, Section, Statement } from "../../../shared/domain/article.ts";

/** What an article says, as far as it was said by people. */
export interface Content {
  title: string;
  summary: Statement[];
  body: Section[];
  tags: string[];
  keywords: string[];
  /** What people wrote of it: it stays. */
  hand?: ArticleHand;
}

/** The sources that are left. */
export interface LivingConversation {
  /** Messages that were deleted. */
  gone: ReadonlySet<string>;
  /** The words of those that are there, by message and all together. */
  wordsOf: ReadonlyMap<string, ReadonlySet<string>>;
  words: ReadonlySet<string>;
}

export const NEUTRAL_TITLE = "An article whose title is being rewritten";

/** Words an article adds by itself; they tell nothing of what was said. */
const OUR_OWN = new Set(
  `a about after all also an and answer any are as at be been before between both but by can cause checking configuring
  context details do does doing each explained fix fixing for from good guide handling how if in into is it its know known more
  new no not note of off on one only or other our out over question setting so solved solution step steps such symptom than that
  the their them then there these they this those through to troubleshooting two up using was way we were what when where which
  while who why will with without working you your first further`.split(/\s+/),
);

export function livingConversation(
  gone: ReadonlySet<string>,
  messages: { externalId: string; text: string }[],
  channelName: string,
): LivingConversation {
  const wordsOf = new Map(messages.map(({ externalId, text }) => [externalId, new Set(wordsIn(text))]));
  const words = new Set([...wordsIn(channelName), ...[...wordsOf.values()].flatMap((some) => [...some])]);
  return { gone, wordsOf, words };
}

/**
 * The content without what only messages said that are gone. A sentence of several messages stays when those that are left
 * say every word of it; a title, heading, tag or keyword when anybody does. Where a person changed a sentence, a heading or the
 * title, their words stay and what was only said in a deleted message is taken out between them.
 */
export function withoutGone<Some extends Partial<Content>>(content: Some, living: LivingConversation): Some {
  const statements = (list: Statement[]) => list.flatMap((statement) => onLivingSources(statement, living) ?? []);
  const isSaid = (text: string) => isConfirmedBy(living.words, text);
  const { hand } = content;
  const isTagged = (tag: string) => hand?.tags?.includes(tag) === true || isSaid(tag);
  const named = (text: string, by: Hand | undefined, otherwise: string) =>
    by ? (withoutQuotes(text, by, living) ?? otherwise) : isSaid(text) ? text : otherwise;
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

function onLivingSources(statement: Statement, living: LivingConversation): Statement | null {
  const sources = statement.sources.filter((id) => !living.gone.has(id));
  if (sources.length === statement.sources.length) return statement;
  if (statement.hand) return onHand({ ...statement, sources }, statement.hand, living);
  const words = new Set(sources.flatMap((id) => [...(living.wordsOf.get(id) ?? [])]));
  return sources.length > 0 && isConfirmedBy(words, statement.text) ? { ...statement, sources } : null;
}

/** A sentence that a person touched: they are asked whether it still holds. Null when no word of it was theirs. */
function onHand(statement: Statement, hand: Hand, living: LivingConversation): Statement | null {
  const text = hand.what === "written" ? statement.text : withoutQuotes(statement.text, hand, living);
  if (text === null) return null;
  return { ...statement, text, doubt: text === statement.text ? SOURCE_GONE : QUOTES_GONE };
}

const SOURCE_GONE = "A message behind this sentence was deleted since.";
const QUOTES_GONE = "A message behind this sentence was deleted since, and the words taken from it were removed.";

/** With '…' for what only deleted messages said; null when nothing of a person is left in it. */
function withoutQuotes(text: string, hand: Hand, living: LivingConversation): string | null {
  const typed = new Set(hand.words);
  const stays = (word: string) => typed.has(hashOfWord(word)) || living.words.has(word) || OUR_OWN.has(word);
  const left = text
    .replace(/[\p{L}\p{N}]+/gu, (word) => (wordsIn(word).every(stays) ? word : "…"))
    .replace(/…(?:[^\p{L}\p{N}\n]*…)+/gu, "…");
  if (left === text) return text;
  return wordsIn(left).some((word) => typed.has(hashOfWord(word))) ? left : null;
}

/** Nothing in the text but what these words say and what an article says by itself. */
function isConfirmedBy(words: ReadonlySet<string>, text: string): boolean {
  return wordsIn(text).every((word) => words.has(word) || OUR_OWN.has(word));
}

/** Enough to tell words apart, and nothing that could be read: a name that is erased must not be kept here. */
export const hashOfWord = (word: string) => createHash("sha256").update(word).digest("base64url").slice(0, 8);

/** Lower case; numbers and names with them are words like others. A single letter tells nothing. */
export function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 || /\p{N}/u.test(word));
}
