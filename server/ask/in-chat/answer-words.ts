import { createHash } from "node:crypto";
import type { ThreadAnswer } from "../../../connectors/chat-source.ts";
import type {
  AnswerClaim,
  AnswerPage,
  AnswerSentence,
  ArticleAnswer,
  CombinedAnswer,
} from "../../../shared/contract/ask.ts";
import {
  combineVerdicts,
  formatLeftOut,
  formatUnreadChannels,
  getAnswerLead,
  lowerUnverified,
  NOTHING_FOUND,
} from "../../../shared/domain/ask.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { describePageState } from "../../../shared/domain/page-state.ts";
import { formatPersonEdit } from "../../../shared/domain/person-edit.ts";
import { describeVerification } from "../../../shared/domain/verification.ts";
import { writeInlineMarkdown } from "../../../shared/markdown/write-inline.ts";

export type AnswerReply = Pick<ThreadAnswer, "lead" | "sentences" | "article" | "isNote">;

export const REPLY_TO_GUESTS: AnswerReply = {
  lead: "Guests get no answers here. Ask a colleague to ask for you.",
  sentences: [],
  article: null,
};

/** The reply to people of unknown company. */
export const REPLY_TO_STRANGERS: AnswerReply = {
  lead: `${BRAND} answers members of its workspace here. None of them has proven the address that you have in this chat: ask an admin to invite you, or ask in a space that ${BRAND} reads.`,
  sentences: [],
  article: null,
};

export const REPLY_WITHDRAWN: AnswerReply = {
  lead: "This answer was withdrawn: its sources were edited or deleted.",
  sentences: [],
  article: null,
};

const unknown = ({ unreadChannels = [] }: CombinedAnswer): AnswerReply => ({
  lead: [`${NOTHING_FOUND}.`, formatUnreadChannels(unreadChannels)].filter(Boolean).join(" "),
  sentences: [],
  article: null,
});

/** A post shows at most this many pages; the others are in the product. */
const MOST_PAGES = 2;

/** Chooses the pages to show: those that answer and those that contradict the team; if nothing answers, the nearest. */
export function choosePages({ verdict, wiki, written }: CombinedAnswer): AnswerPage[] {
  if (!wiki) return [];
  const all = written?.some(({ passages }) => passages.length > 0) ? wiki.pages : wiki.pages.slice(0, MOST_PAGES);
  return wiki.isAnswered || verdict !== "answered"
    ? all
    : all.filter((page) => listContradictingTexts(page).length > 0);
}

export const listContradictingTexts = ({ passages }: AnswerPage) => passages.flatMap(({ otherwise }) => otherwise);

/** Composes the post: the model's claims or else the sentences, each with author and date, then passages of pages. */
export function composePost(answer: CombinedAnswer, origin: string): AnswerReply {
  const { sentences, written } = answer;
  const pages = choosePages(answer);
  const verdict = combineVerdicts(answer.verdict, answer.wiki);
  const grade = combineVerdicts(lowerUnverified(answer), answer.wiki);
  const isNamed = pages.flatMap(listContradictingTexts).some(({ articleId }) => articleId !== null);
  const isOfTeam = sentences.length > 0 && (answer.verdict === verdict || isNamed);
  if (grade === "unknown" || (!isOfTeam && pages.length === 0)) return unknown(answer);
  const parts = [
    ...(written ? claimsOf(written, answer) : isOfTeam ? withLeftOut(sentences.map(partOf), answer.leftOut) : []),
    // Cited pages are already named at the claims.
    ...(written?.some(({ passages }) => passages.length > 0) ? [] : pages.flatMap(passagesOf)),
  ];
  const from = [...(isOfTeam ? ["what the team has said"] : []), ...(pages.length > 0 ? ["what your wiki says"] : [])];
  return {
    lead: getAnswerLead(grade, `${written ? "In short, from" : "This is"} ${from.join(" and ")}:`),
    sentences: parts,
    article: isOfTeam ? articleOf(answer.articles, origin) : null,
  };
}

type Part = AnswerReply["sentences"][number];

const partOf = (sentence: AnswerSentence): Part => ({
  inline: sentence.inline,
  code: sentence.form === "code" ? sentence.text : null,
  notes: notesOf(sentence),
  sources: sourcesOf(sentence),
});

/** Says below the last sentence what the quoted sections say besides. */
const withLeftOut = (parts: Part[], leftOut: ArticleAnswer["leftOut"] = []): Part[] =>
  parts.map((part, place) =>
    leftOut.length > 0 && place === parts.length - 1
      ? { ...part, notes: [...part.notes, `Left out: ${leftOut.map(formatLeftOut).join(", ")}.`] }
      : part,
  );

/** Gives each of the model's claims the sources and doubts of what it cites. */
const claimsOf = (written: AnswerClaim[], { sentences, wiki }: CombinedAnswer): Part[] =>
  written.map(({ inline, sentences: places, passages }) => {
    const cited = [
      ...places.flatMap((place) => sentences[place] ?? []).map(partOf),
      ...passages.flatMap(({ page, passage }) => {
        const one = wiki?.pages[page];
        const named = one?.passages[passage];
        return one && named ? passagesOf({ ...one, passages: [named] }) : [];
      }),
    ];
    const sources = new Map(
      cited.flatMap((one) => one.sources).map((source) => [`${source.label} ${source.url}`, source]),
    );
    return {
      inline,
      code: null,
      notes: [...new Set(cited.flatMap(({ notes }) => notes))],
      sources: [...sources.values()],
    };
  });

const passagesOf = ({ title, url, passages, ...state }: AnswerPage): Part[] =>
  passages.map(({ headings, form, text, url: heading = url, otherwise }) => {
    const place = [title, ...headings.filter((above) => above !== title)].join(" › ");
    return {
      inline: form === "code" ? [] : [{ type: "text", text }],
      code: form === "code" ? text : null,
      notes: otherwise.map(({ text: words, source, at }) => `${source} says otherwise, ${at.slice(0, 10)}: “${words}”`),
      sources: [
        {
          label: [`Page: ${place}`, ...describePageState(state, { isPosted: true })].join(", "),
          url: heading === "" ? null : heading,
        },
      ],
    };
  });

const articleOf = ([article]: ArticleAnswer["articles"], origin: string) =>
  article
    ? { title: article.title, url: `${origin}/articles/${article.id}`, state: describeVerification(article) }
    : null;

const notesOf = ({ doubt, contradiction }: AnswerSentence): string[] => [
  ...(doubt ? [`It may not hold any more: ${doubt}`] : []),
  ...(contradiction
    ? [`${writeInlineMarkdown(contradiction.note)} “${writeInlineMarkdown(contradiction.inline)}”`]
    : []),
];

const sourcesOf = ({ sources, hand }: AnswerSentence) => [
  ...sources.map(({ authorName, channelName, sentAt, permalink }) => ({
    label: `${authorName} in #${channelName}, ${sentAt.slice(0, 10)}`,
    url: permalink,
  })),
  ...(hand ? [{ label: formatPersonEdit(hand, hand.at.slice(0, 10)), url: null }] : []),
];

export const computeWordsFingerprint = (words: AnswerReply): string =>
  createHash("sha256").update(JSON.stringify(words)).digest("hex").slice(0, 32);
