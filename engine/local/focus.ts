import type { Conversation } from "../../shared/domain/chat.ts";
import { mayAnswer, type ReadMessage, readMessages } from "./answer-cues.ts";
import { likelihoodOf } from "./answers-in.ts";
import { shapeForWriting } from "./conversation-shape.ts";
import { type ParsedConversation, parseConversation, type SentencePiece } from "./parse-conversation.ts";
import { pointsBack } from "./part-of-sentence.ts";
import { rememberingLast } from "./remember.ts";
import { withoutWordsToOthers } from "./said-to.ts";

/** One question of a conversation with what was said to it. */
interface Episode {
  asker: number;
  /** Positions of its messages. */
  messages: number[];
  /** Somebody else has said something of substance to it. */
  isAnswered: boolean;
  /** The asker thanked or said that it works. */
  isClosed: boolean;
  helpers: Set<number>;
}

/** Stems a later question needs to be one of its own. */
const OWN_SUBJECT = 4;
const OPENS_THREAD = 2;
/** A conversation without a thread that rests this long does not answer what was asked before, unless it says so. */
const LONG_SILENCE_MS = 12 * 60 * 60 * 1000;
/** Who helped comes back to it the next day. */
const GOES_ON_MS = 36 * 60 * 60 * 1000;

/**
 * The part of a conversation that an article is about: its first question that was answered, with the answers. A further
 * question with a subject of its own, whoever asks it, begins another part. A conversation nobody asks in stays whole.
 */
export const focusOf = rememberingLast(findFocus);

function findFocus(whole: Conversation): Conversation {
  const conversation = withoutWordsToOthers(whole);
  const parsed = parseConversation(conversation);
  if (shapeForWriting(parsed).questionAt === -1) return conversation;
  const isThread = conversation.messages.every(({ threadId }) => threadId !== null);
  const episodes = episodesOf(parsed);
  // A thread is about what it began with.
  const worth = (episode: Episode) =>
    worthOf(parsed, episode, episodes) + OPENS_THREAD * Number(isThread && episode === episodes[0]);
  const best = episodes.toSorted((a, b) => worth(b) - worth(a))[0];
  if (!best || best.messages.length === parsed.messages.length) return fromQuestion(conversation);
  const kept = new Set(best.messages);
  return fromQuestion({ ...conversation, messages: conversation.messages.filter((_, index) => kept.has(index)) });
}

/** Its parts in order, each begun by a question with a subject of its own. What was said to people who are not in it is in none. */
export function partsOf(whole: Conversation): Conversation[] {
  const conversation = withoutWordsToOthers(whole);
  return episodesOf(parseConversation(conversation)).map((episode) => {
    const messages = episode.messages.flatMap((position) => conversation.messages[position] ?? []);
    return { key: messages[0]?.externalId ?? whole.key, messages };
  });
}

/** Without what was said before the question by others, or by the asker before others spoke. */
function fromQuestion(conversation: Conversation): Conversation {
  const { questionAt, asker } = shapeForWriting(parseConversation(conversation));
  if (questionAt <= 0) return conversation;
  const { messages } = conversation;
  const others = messages.slice(0, questionAt).findLastIndex(({ author }) => author.externalId !== asker);
  return others === -1 ? conversation : { ...conversation, messages: messages.slice(others + 1) };
}

function episodesOf(parsed: ParsedConversation): Episode[] {
  const messages = readMessages(parsed);
  const episodes: Episode[] = [];
  const of: Episode[] = [];
  for (const [position, message] of messages.entries()) {
    const open = episodeFor(messages, position, of, episodes);
    const isLate =
      !parsed.isThread && open !== undefined && isStranger(parsed, messages, position, open.messages.at(-1) ?? 0, open);
    let episode = open;
    if (!episode || isLate || beginsAnew(parsed, messages, position, episode)) {
      episode = { asker: message.author, messages: [], isAnswered: false, isClosed: false, helpers: new Set() };
      episodes.push(episode);
    }
    episode.messages.push(position);
    of.push(episode);
    note(episode, message);
  }
  return episodes;
}

/** The episode a message belongs to unless it begins one: that of whom it speaks to, else the speaker's, else the last. */
function episodeFor(
  messages: ReadMessage[],
  position: number,
  of: Episode[],
  episodes: Episode[],
): Episode | undefined {
  const message = messages[position];
  const last = episodes.at(-1);
  if (!message || episodes.length < 2) return last;
  const named = message.names[0];
  if (named !== undefined) {
    const spoke = messages.slice(0, position).findLastIndex(({ author }) => author === named);
    return of[spoke] ?? last;
  }
  if (last?.asker === message.author) return last;
  // Who speaks right after a new question speaks to it.
  if (last && !last.isAnswered && last.messages.at(-1) === position - 1) return last;
  const asked = episodes.findLast(({ asker }) => asker === message.author);
  if (asked) return asked;
  const helped = episodes.filter(({ helpers }) => helpers.has(message.author));
  if (helped.length === 1) return helped[0];
  const answered = likeliestQuestion(messages, position);
  if (answered !== null) return of[answered];
  return episodes.findLast(({ asker, helpers }) => asker === message.author || helpers.has(message.author)) ?? last;
}

function likeliestQuestion(messages: ReadMessage[], position: number): number | null {
  let best: { question: number; score: number } | null = null;
  for (let question = Math.max(0, position - 8); question < position; question += 1) {
    if (!mayAnswer(messages, question, position)) continue;
    const score = likelihoodOf(messages, question, position);
    if (score > 0 && score > (best?.score ?? Number.NEGATIVE_INFINITY)) best = { question, score };
  }
  return best?.question ?? null;
}

/** After a long silence, by somebody who took no part, about nothing of what was said. */
function isStranger(
  parsed: ParsedConversation,
  messages: ReadMessage[],
  position: number,
  before: number,
  open: Episode,
): boolean {
  const message = messages[position];
  const silence = (parsed.messages[position]?.sentAt ?? 0) - (parsed.messages[before]?.sentAt ?? 0);
  if (!message || silence < LONG_SILENCE_MS || message.names.includes(open.asker)) return false;
  if (open.helpers.has(message.author) && silence < GOES_ON_MS) return false;
  const said = new Set(open.messages.flatMap((at) => [...(messages[at]?.stems ?? [])]));
  const shared = [...message.stems].filter((word) => said.has(word)).length;
  return (
    shared < 2 &&
    !(message.author === open.asker && message.acts.some(({ thanks, confirmation }) => thanks || confirmation))
  );
}

/** A question with a subject of its own, from somebody who is not helping, once there was an answer or by a new person. */
function beginsAnew(parsed: ParsedConversation, messages: ReadMessage[], position: number, open: Episode): boolean {
  const message = messages[position];
  if (!message || (message.asks !== "mark" && message.asks !== "words")) {
    return Boolean(
      message &&
        open.isClosed &&
        message.author !== open.asker &&
        !open.helpers.has(message.author) &&
        asksByTelling(message),
    );
  }
  const asked = (parsed.messages[position]?.pieces ?? []).filter(
    (piece): piece is SentencePiece => piece.form === "sentence" && piece.acts.question,
  );
  const isOwn = message.stems.size >= OWN_SUBJECT && !asked.every(({ text }) => pointsBack(text));
  const isSoon = silenceBefore(parsed, position, open) < SOON_MS;
  // Who asks on at once, or asks the same for himself, is told by what stands below the first answer.
  if (isSoon && asked.some(({ text }) => ASKS_ON.test(text) || POINTS_AT.test(text))) return false;
  if (message.author === open.asker) {
    if (parsed.isThread || !open.isAnswered || !isOwn || asked.some(({ text }) => ASKS_ON.test(text))) return false;
    return (open.isClosed && !isSoon) || asksAfresh(asked, messages, open);
  }
  if (parsed.isThread && !open.isClosed) return false;
  if (open.helpers.has(message.author) || message.names.includes(open.asker)) return false;
  const speaksToAsker =
    /\b(?:you|u|your|ur)\b/i.test(message.text) && !/\b(?:any|some)(?:one|body)\b/i.test(message.text);
  if (!isOwn || speaksToAsker) return false;
  if (/\b(?:i|my|i'm|we|any(?:one|body))\b/i.test(message.text)) return true;
  // "Click on it. What's the status?" is asked back.
  return !message.acts.some(({ step, advice }) => step || advice) && /\b(?:how|what|why)\b/i.test(message.text);
}

/** Milliseconds since the last message of an episode. */
const silenceBefore = (parsed: ParsedConversation, position: number, open: Episode): number =>
  (parsed.messages[position]?.sentAt ?? 0) - (parsed.messages[open.messages.at(-1) ?? 0]?.sentAt ?? 0);

/** Within this time a further question still belongs to what was answered. */
const SOON_MS = 2 * 60 * 60 * 1000;
/** "And who pays?" */
const ASKS_ON = /^(?:and|but|so|ok(?:ay)?|ah|works?|one last|what if|what about)\b/i;
/** "Does that count for managers too?", "how much do I charge then?" */
const POINTS_AT = /\b(?:that|this|too|also|as well|then|same|either)\b/i;

const asksByTelling = (message: ReadMessage) => message.asks === "implied" && message.stems.size >= OWN_SUBJECT + 2;

/** It shares hardly a word with what was spoken of. */
function asksAfresh(asked: SentencePiece[], messages: ReadMessage[], open: Episode): boolean {
  const said = new Set(open.messages.flatMap((at) => [...(messages[at]?.stems ?? [])]));
  const words = asked.flatMap(({ contentWords }) => contentWords);
  const shared = words.filter((word) => said.has(word)).length;
  return words.length >= OWN_SUBJECT && shared <= words.length * 0.34;
}

function note(episode: Episode, message: ReadMessage): void {
  if (message.author === episode.asker) {
    // "No sugar for me, thanks Priya" thanks somebody who has not helped.
    const isToOthers = message.names.length > 0 && message.names.every((name) => !episode.helpers.has(name));
    if (episode.isAnswered && !isToOthers && message.acts.some(({ thanks, confirmation }) => thanks || confirmation))
      episode.isClosed = true;
    return;
  }
  episode.helpers.add(message.author);
  if (message.asks === "no" && message.stems.size >= 2) episode.isAnswered = true;
}

/** Answers that teach, thanks and a question that stands by itself speak for it; coming later speaks against it. */
function worthOf(parsed: ParsedConversation, episode: Episode, episodes: Episode[]): number {
  if (!episode.isAnswered) return -10 - episodes.indexOf(episode);
  const first = parsed.messages[episode.messages[0] ?? 0];
  const asks = first?.pieces.some((piece) => piece.form === "sentence" && (piece.acts.question || piece.acts.symptom));
  const words =
    first?.pieces.reduce((sum, piece) => sum + (piece.form === "sentence" ? piece.contentWords.length : 0), 0) ?? 0;
  const told = episode.messages
    .flatMap((at) => {
      const message = parsed.messages[at];
      return message && message.author !== first?.author ? message.pieces : [];
    })
    .filter(
      (piece) =>
        piece.form === "code" ||
        ((piece.acts.advice || piece.acts.step || piece.acts.cause || piece.acts.explanation) &&
          !piece.acts.question &&
          piece.contentWords.length >= 3),
    );
  return (
    Math.min(4, told.length) +
    2 * Number(episode.isClosed) +
    Number(asks) +
    Math.min(6, words) / 6 -
    0.4 * episodes.indexOf(episode)
  );
}
