import { readFileSync } from "node:fs";
import { withAsking } from "../engine/local/asks-on.ts";
import { type Joined, joinSentences } from "../engine/local/join-sentences.ts";
import { readingOf } from "../engine/local/write-article.ts";
import type { Conversation } from "../shared/domain/chat.ts";
import type { ContentType } from "../shared/domain/facets.ts";
import { type OfficeConversation, officeConversation, officeConversations } from "./office-conversations.ts";

/** What a careful person would make of a conversation of an office that holds knowledge. Labelled by four readers, each a part. */
export interface OfficeGold {
  conversation: OfficeConversation;
  title: string;
  /** Others as good. */
  titles: string[];
  kind: ContentType;
  sentences: GoldSentence[];
}

export interface GoldSentence {
  /** Position of its message. */
  message: number;
  /**
   * m: the article is wrong or lacks something without it; o: may be in it; n: should not; q: says what is asked or what is wrong
   * and belongs to title or introduction.
   */
  letter: "m" | "o" | "n" | "q";
  /** As the engine split it when it was labelled. */
  text: string;
}

interface Line {
  id: string;
  title: string;
  titles: string[];
  kind: OfficeGold["kind"];
  sentences: [number, GoldSentence["letter"], string][];
}

export function officeGold(): OfficeGold[] {
  const all = (["fit", "check", "fresh"] as const).flatMap((part) => officeConversations(part));
  const byId = new Map(all.map((one) => [one.id, one]));
  return readFileSync(new URL("./office-gold.jsonl", import.meta.url), "utf8")
    .split("\n")
    .filter((line) => line.trim())
    .flatMap((line) => {
      const { id, sentences, ...rest } = JSON.parse(line) as Line;
      const conversation = byId.get(id);
      const told = sentences.map(([message, letter, text]) => ({ message, letter, text }));
      return conversation ? [{ ...rest, conversation, sentences: told }] : [];
    });
}

/** What the engine reads of a conversation, each sentence with its label; null where it was split otherwise when it was labelled. */
export interface LabelledReading {
  given: Conversation;
  reading: ReturnType<typeof readingOf>;
  sentences: { piece: Joined; letter: GoldSentence["letter"] | null }[];
  /** Labels of what the engine leaves out because it is about something else. */
  leftOut: GoldSentence["letter"][];
}

export function labelledReading({ conversation, sentences }: OfficeGold): LabelledReading {
  const given = officeConversation(conversation);
  const reading = readingOf(given);
  const { parsed, shape } = reading;
  const open = new Set(sentences);
  const labelled = withAsking(joinSentences(parsed), parsed, shape).map((piece) => {
    const own = [...open].filter((one) => {
      const id = given.messages[one.message]?.externalId ?? "";
      return piece.sources.some((message) => parsed.messages[message]?.externalId === id);
    });
    const found =
      own.find(({ text }) => text === piece.text) ??
      own.find(({ text }) => text.includes(piece.text) || piece.text.includes(text));
    if (found) open.delete(found);
    return { piece, letter: found?.letter ?? null };
  });
  return { given, reading, sentences: labelled, leftOut: [...open].map(({ letter }) => letter) };
}
