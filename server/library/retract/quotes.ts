import type { Section, Statement } from "../../../shared/domain/article.ts";

/** What an article says, as far as it was said by people. */
export interface Content {
  title: string;
  summary: Statement[];
  body: Section[];
  tags: string[];
  keywords: string[];
}

/** What is left to stand on. */
export interface LivingTalk {
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

export function livingTalk(
  gone: ReadonlySet<string>,
  messages: { externalId: string; text: string }[],
  channelName: string,
): LivingTalk {
  const wordsOf = new Map(messages.map(({ externalId, text }) => [externalId, new Set(wordsIn(text))]));
  const words = new Set([...wordsIn(channelName), ...[...wordsOf.values()].flatMap((some) => [...some])]);
  return { gone, wordsOf, words };
}

/**
 * The content without what only messages said that are gone. A sentence of several messages stays when those that are left
 * say every word of it; a title, heading, tag or keyword when anybody does.
 */
export function withoutGone<Some extends Partial<Content>>(content: Some, living: LivingTalk): Some {
  const statements = (list: Statement[]) => list.flatMap((statement) => onLivingSources(statement, living) ?? []);
  const isSaid = (text: string) => bearsOut(living.words, text);
  return {
    ...content,
    ...(content.title !== undefined && { title: isSaid(content.title) ? content.title : NEUTRAL_TITLE }),
    ...(content.summary && { summary: statements(content.summary) }),
    ...(content.body && {
      body: content.body
        .map((section) => ({
          ...section,
          heading: section.heading && isSaid(section.heading) ? section.heading : null,
          statements: statements(section.statements),
        }))
        .filter(({ statements: left }) => left.length > 0),
    }),
    ...(content.tags && { tags: content.tags.filter(isSaid) }),
    ...(content.keywords && { keywords: content.keywords.filter(isSaid) }),
  };
}

function onLivingSources(statement: Statement, living: LivingTalk): Statement | null {
  const sources = statement.sources.filter((id) => !living.gone.has(id));
  if (sources.length === statement.sources.length) return statement;
  const words = new Set(sources.flatMap((id) => [...(living.wordsOf.get(id) ?? [])]));
  return sources.length > 0 && bearsOut(words, statement.text) ? { ...statement, sources } : null;
}

/** Nothing in the text but what these words say and what an article says by itself. */
function bearsOut(words: ReadonlySet<string>, text: string): boolean {
  return wordsIn(text).every((word) => words.has(word) || OUR_OWN.has(word));
}

/** Lower case; numbers and names with them are words like others. A single letter tells nothing. */
export function wordsIn(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1 || /\p{N}/u.test(word));
}
