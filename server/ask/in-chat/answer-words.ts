import { createHash } from "node:crypto";
import type { ThreadAnswer } from "../../../connectors/chat-source.ts";
import type { AnswerClaim, AnswerSentence, AskAnswer } from "../../../shared/contract/ask.ts";
import { handSentence } from "../../../shared/domain/article.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { inlineMarkdown } from "../../../shared/markdown/write-inline.ts";

export type AnswerWords = Pick<ThreadAnswer, "lead" | "sentences" | "article">;

export const NOT_FOR_GUESTS: AnswerWords = {
  lead: "Guests get no answers here. Ask a colleague to ask for you.",
  sentences: [],
  article: null,
};

/** The reply to people of whom the platform does not say whether they belong to the company. */
export const NOT_FOR_STRANGERS: AnswerWords = {
  lead: `${BRAND} answers members of its workspace here. None of them has proven the address that you have in this chat: ask an admin to invite you, or ask in a space that ${BRAND} reads.`,
  sentences: [],
  article: null,
};

export const WITHDRAWN: AnswerWords = {
  lead: "This answer was withdrawn: its sources were edited or deleted.",
  sentences: [],
  article: null,
};

const UNKNOWN: AnswerWords = { lead: "Nobody has explained this yet.", sentences: [], article: null };

/** Composes the post: the sentences with author and date, or the note that nobody has explained it yet. */
export function wordsOf({ verdict, sentences, articles }: AskAnswer, origin: string): AnswerWords {
  if (verdict === "unknown" || sentences.length === 0) return UNKNOWN;
  return {
    lead:
      verdict === "answered" ? "This is what the team has said:" : "Not answered for sure. The nearest that is known:",
    sentences: sentences.map((sentence) => ({
      inline: sentence.inline,
      code: sentence.form === "code" ? sentence.text : null,
      notes: notesOf(sentence),
      sources: sourcesOf(sentence),
    })),
    article: articleOf(articles, origin),
  };
}

/** Composes the model's answer: each claim with the sources and doubts of the sentences that it cites. */
export function writtenWordsOf(
  { verdict, sentences, articles }: AskAnswer,
  written: AnswerClaim[],
  origin: string,
): AnswerWords {
  if (verdict === "unknown") return UNKNOWN;
  return {
    lead:
      verdict === "answered"
        ? "In short, from what the team has said:"
        : "Not answered for sure. In short, the nearest that is known:",
    sentences: written.map(({ inline, sentences: places }) => {
      const named = places.flatMap((place) => sentences[place] ?? []);
      const sources = new Map(named.flatMap(sourcesOf).map((source) => [`${source.label} ${source.url}`, source]));
      return { inline, code: null, notes: [...new Set(named.flatMap(notesOf))], sources: [...sources.values()] };
    }),
    article: articleOf(articles, origin),
  };
}

const articleOf = ([article]: AskAnswer["articles"], origin: string) =>
  article ? { title: article.title, url: `${origin}/articles/${article.id}` } : null;

const notesOf = ({ doubt, contradiction }: AnswerSentence): string[] => [
  ...(doubt ? [`It may not hold any more: ${doubt}`] : []),
  ...(contradiction ? [`${inlineMarkdown(contradiction.note)} “${inlineMarkdown(contradiction.inline)}”`] : []),
];

const sourcesOf = ({ sources, hand }: AnswerSentence) => [
  ...sources.map(({ authorName, channelName, sentAt, permalink }) => ({
    label: `${authorName} in #${channelName}, ${sentAt.slice(0, 10)}`,
    url: permalink,
  })),
  ...(hand ? [{ label: handSentence(hand, hand.at.slice(0, 10)), url: null }] : []),
];

export const fingerprintOf = (words: AnswerWords): string =>
  createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);
