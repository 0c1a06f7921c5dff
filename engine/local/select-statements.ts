import { withAsking } from "./asks-on.ts";
import type { ConversationShape } from "./conversation-shape.ts";
import { answersAtLeast, withoutFailures, withoutFirstGuesses, withoutRepeats } from "./give-way.ts";
import { type Joined, joinSentences } from "./join-sentences.ts";
import type { ParsedConversation } from "./parse-conversation.ts";
import { isNoise, pointsBack, teaches } from "./part-of-sentence.ts";
import { Picker } from "./pick-statements.ts";
import { IS_BOT } from "./speakers.ts";
import type { Kept, Selection } from "./statements.ts";

/** Most sentences that tell what the asker was about. */
const MOST_CONTEXT = 6;

/** Picks what the conversation teaches: manners, small talk, other subjects and what was corrected stay out. */
export function selectStatements(conversation: ParsedConversation, shape: ConversationShape): Selection {
  const { names } = conversation;
  const pieces = withAsking(joinSentences(conversation), conversation, shape);
  const teaching = new Set(
    pieces
      .filter((piece) => piece.form === "code" || (!isNoise(piece) && teaches(piece)))
      .map((piece) => piece.message),
  );
  addToldAtLength(teaching, pieces, conversation, shape);
  const { kept, contradictions, failures } = new Picker(conversation, shape, pieces, teaching).pick();
  for (const item of kept) if (item.confirmed) item.salience += 2;
  const answering = answersAtLeast(
    withoutFirstGuesses(withoutFailures(kept, failures, names), teaching, shape),
    contradictions,
    { ...shape, answers: shape.answers.filter(({ message }) => !isBot(conversation, message)) },
    names,
  );
  return { kept: withLeadIns(withoutRepeats(briefContext(answering))), contradictions };
}

const isBot = ({ messages }: ParsedConversation, message: number) => IS_BOT.test(messages[message]?.authorName ?? "");

/** Words that a helper's message has at least to be an explanation, whatever it is about. */
const AT_LENGTH = 12;

const GOES_ON = 4;

/** Who explains at some length, or goes on right after having explained, teaches, whatever the words. */
function addToldAtLength(
  teaching: Set<number>,
  pieces: Joined[],
  conversation: ParsedConversation,
  shape: ConversationShape,
): void {
  const words = new Map<number, number>();
  for (const piece of pieces) {
    if (piece.form === "code" || piece.message <= shape.questionAt || piece.acts.question || isNoise(piece)) continue;
    if (conversation.messages[piece.message]?.author === shape.asker || /^(?:i|we)\b/i.test(piece.text)) continue;
    words.set(piece.message, (words.get(piece.message) ?? 0) + piece.text.split(/\s+/).length);
  }
  if (shape.questionAt === -1) return;
  for (const [message, count] of words) {
    const goesOn =
      teaching.has(message - 1) &&
      conversation.messages[message - 1]?.author === conversation.messages[message]?.author;
    if (count >= (goesOn ? GOES_ON : AT_LENGTH)) teaching.add(message);
  }
}

/** Of a long story before the question the sentences that matter; questions stay. */
function briefContext(kept: Kept[]): Kept[] {
  const story = kept.filter((item) => item.form === "sentence" && (item.part === "symptom" || item.part === "context"));
  if (story.length <= MOST_CONTEXT) return kept;
  const best = new Set(story.toSorted((a, b) => b.salience - a.salience).slice(0, MOST_CONTEXT));
  return kept.filter((item) => !story.includes(item) || best.has(item));
}

/** Before code and lists comes a colon; a colon with nothing after it becomes a full stop, or the fragment goes. */
function withLeadIns(kept: Kept[]): Kept[] {
  return kept.flatMap((item, index) => {
    if (item.form === "code") return [item];
    const next = kept[index + 1];
    const isNear = next && next.author === item.author && (next.messages[0] ?? 0) - (item.messages.at(-1) ?? 0) <= 1;
    const leadsIn = isNear && (next.form === "code" || (next.listed && !item.listed));
    const opens = item.text.endsWith(":") && isNear;
    if (
      leadsIn &&
      /\w\.$/.test(item.text) &&
      /\b(?:add|put|run|type|enter|this|these|following|like|with|do|use|try)\.$/i.test(item.text)
    )
      return [{ ...item, text: `${item.text.slice(0, -1)}:` }];
    if (leadsIn || opens || !item.text.endsWith(":")) return isFragment(item) && !leadsIn ? [] : [item];
    const text = `${item.text.slice(0, -1)}.`;
    return item.stems.size >= 4 && !/\b(?:here|this|these|following|below)\.$/i.test(text) ? [{ ...item, text }] : [];
  });
}

/** Stands for nothing without what was left out around it. */
function isFragment(item: Kept): boolean {
  return pointsBack(item.text) && item.stems.size === 0;
}
