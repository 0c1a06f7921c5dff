import type { SafeMessage } from "./safe-conversation.ts";
import { estimateTokens } from "./tokens.ts";

/** What a message's number, author and quotes take in a prompt. */
const MESSAGE_FRAME_TOKENS = 16;
const OVERLAP_MESSAGES = 2;
const OVERLAP_SHARE = 0.15;

const tokensOf = ({ text }: SafeMessage) => estimateTokens(text) + MESSAGE_FRAME_TOKENS;

export function tokensOfAll(messages: SafeMessage[]): number {
  return messages.reduce((sum, message) => sum + tokensOf(message), 0);
}

/**
 * Parts of at most `budget` tokens, cut between messages; each part begins with the end of the one before it, as far as that
 * is short. A message that is too long for a part is cut between sentences; its pieces keep its number.
 */
export function splitConversation(messages: SafeMessage[], budget: number): SafeMessage[][] {
  const pieces = messages.flatMap((message) => cutMessage(message, budget));
  const parts: SafeMessage[][] = [];
  let part: SafeMessage[] = [];
  let size = 0;
  for (const piece of pieces) {
    if (part.length > 0 && size + tokensOf(piece) > budget) {
      parts.push(part);
      part = endOf(part, Math.min(budget * OVERLAP_SHARE, budget - tokensOf(piece)));
      size = tokensOfAll(part);
    }
    part.push(piece);
    size += tokensOf(piece);
  }
  return part.length > 0 ? [...parts, part] : parts;
}

function endOf(part: SafeMessage[], room: number): SafeMessage[] {
  const end: SafeMessage[] = [];
  for (const piece of part.slice(-OVERLAP_MESSAGES).reverse()) {
    room -= tokensOf(piece);
    if (room < 0) break;
    end.unshift(piece);
  }
  return end;
}

const SENTENCES = new Intl.Segmenter("en", { granularity: "sentence" });

function cutMessage(message: SafeMessage, budget: number): SafeMessage[] {
  if (tokensOf(message) <= budget) return [message];
  const room = budget - MESSAGE_FRAME_TOKENS;
  const texts: string[] = [];
  let text = "";
  let size = 0;
  for (const { segment } of SENTENCES.segment(message.text)) {
    for (const sentence of cutSentence(segment, room)) {
      const tokens = estimateTokens(sentence);
      if (text && size + tokens > room) {
        texts.push(text);
        text = "";
        size = 0;
      }
      text += sentence;
      size += tokens;
    }
  }
  return [...texts, text].map((piece) => ({ ...message, text: piece.trim() })).filter((piece) => piece.text);
}

/** A sentence without an end (a log line, base64) is halved until it fits. */
function cutSentence(sentence: string, room: number): string[] {
  const characters = Array.from(sentence);
  if (estimateTokens(sentence) <= room || characters.length < 2) return [sentence];
  const middle = Math.ceil(characters.length / 2);
  return [characters.slice(0, middle), characters.slice(middle)].flatMap((half) => cutSentence(half.join(""), room));
}

/** Beginning and end of a conversation that is too long to be judged whole: where it is asked and where it is settled. */
export function excerptOf(messages: SafeMessage[], budget: number): SafeMessage[] {
  if (tokensOfAll(messages) <= budget) return messages;
  const half = Math.floor(budget / 2);
  const start = splitConversation(messages, half)[0] ?? [];
  const end = splitConversation(messages, half).at(-1) ?? [];
  const seen = new Set(start.map(({ number, text }) => `${number} ${text}`));
  return [...start, ...end.filter(({ number, text }) => !seen.has(`${number} ${text}`))];
}
