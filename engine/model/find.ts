import type { FoundMatters, Matter, OpenMatter, ReadingWindow } from "../contract.ts";
import { askWithRetry, type LanguageModel } from "./model.ts";
import { neutralizeLine } from "./neutral-text.ts";
import { replacePseudonyms } from "./people.ts";
import { FIND_PROMPT, type FindAnswer } from "./prompts/find.ts";
import { type SafeMessage, type SafeMessages, toPromptData, toSafeMessages } from "./safe-messages.ts";
import { divideContext, estimateTokens } from "./tokens.ts";
import { toPlainText } from "./write-data.ts";

const OUTPUT_TOKENS = 8_000;
/** Longer messages are cut, because the beginning of a long pasted text is enough to recognize its topic. */
const MESSAGE_CHARACTERS = 1_500;
const LEAST_MESSAGE_CHARACTERS = 120;
const MOST_GIST_CHARACTERS = 1_200;
const MOST_QUESTION_CHARACTERS = 300;
const MOST_SEARCHES = 4;
const MOST_SEARCH_CHARACTERS = 80;

/**
 * Has the language model assign the fresh messages of a window to topics ('matters'). Messages that are plainly noise
 * are not sent. Throws `ModelUnavailable`.
 */
export async function findMattersWithModel(model: LanguageModel, window: ReadingWindow): Promise<FoundMatters> {
  const { fresh } = window;
  const told = window.messages.filter(
    ({ externalId, text, author }) => !fresh.has(externalId) || !isNothing(text, author.name),
  );
  const asked = told.filter(({ externalId }) => fresh.has(externalId));
  const unshown = [...fresh].filter((id) => !asked.some(({ externalId }) => externalId === id));
  if (asked.length === 0) return { matters: [], nothing: unshown };
  // People are numbered once, across the messages of earlier topics and the messages of the window.
  const opened = window.open.flatMap(({ messages }) => messages);
  const about = window.open.flatMap(({ question, gist }) => [question, gist]);
  const safe = toSafeMessages([...opened, ...told], window.people, about);
  const shown = safe.messages.slice(opened.length).map((message) => renumbered(message, opened.length));
  const data = fitting(divideContext(model.contextTokens).input, (characters) => ({
    channel: window.channelName,
    openMatters: openData(window.open, safe, characters),
    ...(window.pageTitles?.length && { pageTitles: window.pageTitles.map(toPlainText) }),
    messages: toPromptData(shown.map((message) => withReactions(cut(message, characters)))).map((message) => {
      const id = shown[message.number - 1]?.externalId ?? "";
      return fresh.has(id) ? message : { ...message, context: true };
    }),
  }));
  const answer = await askWithRetry(model, {
    ...FIND_PROMPT,
    data,
    // A different selection of pages does not change the question.
    hints: ["pageTitles"],
    sources: [...new Set([...opened, ...told].map(({ externalId }) => externalId))],
    maxOutputTokens: Math.min(OUTPUT_TOKENS, divideContext(model.contextTokens).output),
    problemOf: (given) => problemOf(given, shown.length, window.open.length),
  });
  const matters = mattersOf(answer, shown, window).map((matter) => ({
    ...matter,
    question: replacePseudonyms(matter.question, safe.people),
    gist: replacePseudonyms(matter.gist, safe.people),
    searches: matter.searches.map((phrase) => replacePseudonyms(phrase, safe.people)),
  }));
  const placed = new Set(matters.flatMap(({ messages }) => messages));
  return { matters, nothing: [...fresh].filter((id) => !placed.has(id)) };
}

/**
 * Whether a message is noise: it has no word in any script, or is a join or leave notice or a program's status line.
 */
function isNothing(text: string, author: string): boolean {
  const bare = text.replace(/:[a-z0-9_+-]{2,40}:/g, "");
  if (!/[\p{L}\p{N}]/u.test(bare)) return true;
  if (/^\S.{0,60} (?:has )?(?:joined|left) (?:the|this) (?:channel|conversation|group)\.?$/i.test(text)) return true;
  return /(?:^|[\s_-])(?:bot|alerts?)$/i.test(author) && text.length < MESSAGE_CHARACTERS && !text.includes("?");
}

const renumbered = (message: SafeMessage, by: number): SafeMessage => ({
  ...message,
  number: message.number - by,
  replyTo: message.replyTo !== null && message.replyTo > by ? message.replyTo - by : null,
});

const withReactions = (message: SafeMessage): SafeMessage =>
  message.reactions === null || !message.text
    ? message
    : { ...message, text: `${message.text} [reactions: ${message.reactions}]` };

const cut = (message: SafeMessage, characters: number): SafeMessage =>
  message.text.length <= characters
    ? message
    : { ...message, text: `${message.text.slice(0, characters).toWellFormed()} … [cut]` };

const openData = (open: readonly OpenMatter[], { messages: safe, safely }: SafeMessages, characters: number) => {
  let from = 0;
  return open.map(({ question, gist, settled, messages }, place) => {
    const said = safe.slice(from, from + messages.length);
    from += messages.length;
    return {
      number: place + 1,
      question: safely(question),
      gist: safely(gist),
      settled,
      messages: said.map((message) => {
        const { at, by, text } = cut(message, characters);
        return { at, by, text };
      }),
    };
  });
};

/** Halves the length limit of messages until the data fits into `room` tokens or the limit reaches its minimum. */
function fitting<Data>(room: number, dataWith: (characters: number) => Data): Data {
  for (let characters = MESSAGE_CHARACTERS; ; characters = Math.floor(characters / 2)) {
    const data = dataWith(characters);
    if (characters <= LEAST_MESSAGE_CHARACTERS || estimateTokens(JSON.stringify(data)) <= room) return data;
  }
}

function problemOf({ matters }: FindAnswer, messages: number, open: number): string | null {
  for (const { messages: named, continues, question, gist } of matters) {
    if (named.some((number) => number < 1 || number > messages)) return "It names a message that does not exist.";
    if (continues !== null && (continues < 1 || continues > open))
      return "It names an open matter that does not exist.";
    if (!question.trim() || !gist.trim()) return "A matter has no question or no gist.";
  }
  return null;
}

/**
 * If the model assigns a message to two topics, the first topic gets it. Messages that were only context belong to no
 * topic.
 */
function mattersOf({ matters }: FindAnswer, shown: readonly SafeMessage[], { fresh, open }: ReadingWindow): Matter[] {
  const taken = new Set<string>();
  const byKey = new Map<string, Matter>();
  for (const { messages, continues, question, gist, searches, changes, kind, settled } of matters) {
    const ids = [...new Set(messages)]
      .toSorted((a, b) => a - b)
      .flatMap((number) => shown[number - 1]?.externalId ?? [])
      .filter((id) => fresh.has(id) && !taken.has(id));
    const [first] = ids;
    if (!first) continue;
    for (const id of ids) taken.add(id);
    const key = (continues !== null && open[continues - 1]?.key) || first;
    const before = byKey.get(key);
    const whole = changes ? `${gist.trim()} (${changes.trim()})` : gist.trim();
    byKey.set(key, {
      key,
      messages: [...(before?.messages ?? []), ...ids],
      question: question.trim().slice(0, MOST_QUESTION_CHARACTERS),
      gist: whole.slice(0, MOST_GIST_CHARACTERS),
      searches: phrasesOf(searches),
      kind,
      settled,
    });
  }
  return [...byKey.values()];
}

const phrasesOf = (given: readonly string[]) =>
  [...new Set(given.map((phrase) => neutralizeLine(phrase).slice(0, MOST_SEARCH_CHARACTERS).toWellFormed().trim()))]
    .filter(Boolean)
    .slice(0, MOST_SEARCHES);
