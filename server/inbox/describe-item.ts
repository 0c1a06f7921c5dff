import { describesSingleCase, suggestTitles } from "../../engine/excerpt/index.ts";
import type { InboxItem, SourcedStatement } from "../../shared/contract/inbox.ts";
import {
  type ArticleText,
  DOUBT_ANSWERED_MESSAGE_DELETED,
  listStatements,
  SOURCE_GONE,
  type Statement,
} from "../../shared/domain/article.ts";
import type { InboxKind } from "../../shared/domain/inbox.ts";
import { parseInline, toPlainText } from "../../shared/markdown/parse-inline.ts";
import { findEditedSource } from "../library/articles/index.ts";
import {
  type InboxItemDetails,
  listProposedChanges,
  pickTextWithoutConflicts,
  viewQuote,
} from "../library/dedupe/index.ts";
import { compareWording, findNewSentences } from "../library/edit/index.ts";
import { type ArticleHead, OPENING_CHARACTERS } from "./article-queries.ts";
import { listCorrectedSentences } from "./corrected-sentences.ts";
import { explainCutOut } from "./decide-cut-out.ts";
import { explainDraft } from "./draft-reason.ts";
import type { OpenInboxItem } from "./inbox-queries.ts";
import { describePageCommentsItem, describePageConflictItem, describePageCopyItem } from "./page-items.ts";
import { describeReport } from "./reports/report-problem.ts";
import { buildItemBase, EDIT_CHOICES, type InboxItemFacts, type InboxRows, onceFor } from "./shown-items.ts";

export function describeItem(item: OpenInboxItem, rows: InboxRows): InboxItem | null {
  const article = rows.heads.get(item.articleId);
  if (!article) return null;
  const { id, title, channelName } = article;
  const about = {
    id: `${item.kind}.${item.subject}`,
    article: { id, title, channelName },
    since: new Date(Number(item.since) / 1000).toISOString(),
  };
  return DESCRIBE[item.kind]({ item, article, rows, about });
}

/** Describes each kind of item; null when its subject is gone. */
const DESCRIBE: Record<InboxKind, (shown: InboxItemFacts) => InboxItem | null> = {
  conflict: describeConflict,
  proposal: describeProposal,
  "lost-support": describeLostSupport,
  "cut-out": (shown) => {
    const found = shown.rows.cutOut.get(shown.item.subject);
    return found
      ? { ...buildItemBase(shown, "cut-out", explainCutOut(found)), part: found.part, left: found.statement.text }
      : null;
  },
  "page-conflict": describePageConflictItem,
  "page-copy": describePageCopyItem,
  "page-comments": describePageCommentsItem,
  "first-article": (shown) => ({
    ...buildItemBase(
      shown,
      "first-article",
      shown.article.stateReason ?? `It is one of the first articles of #${shown.article.channelName}.`,
    ),
    ...unreadText(shown),
    approvals: shown.item.approvals ?? 0,
    approvalsToTrust: shown.rows.approvalsToTrust,
  }),
  draft: (shown) => ({
    ...buildItemBase(shown, "draft", reasonOf(shown.article)),
    ...unreadText(shown),
  }),
  held: (shown) =>
    withSummary(shown, "held", shown.article.stateReason ?? `#${shown.article.channelName} was made private.`),
  "asked-to-fix": (shown) => {
    const by = shown.rows.answers.get(shown.item.subject);
    const who = by ? `${by.authorName} in #${by.channelName}` : "who gave the answer";
    return withSummary(shown, "asked-to-fix", `It was asked to be fixed by ${who}.`);
  },
  reported: (shown) => {
    const report = shown.rows.reports.get(shown.item.subject);
    return report ? withSummary(shown, "reported", describeReport(report)) : null;
  },
  "review-due": (shown) => withSummary(shown, "review-due", reviewReason(shown.article)),
  dismissed: (shown) =>
    withSummary(
      shown,
      "dismissed",
      shown.article.stateReason ?? "The person who gave the answer said that it is not knowledge.",
    ),
};

type KindWithSummary = "held" | "asked-to-fix" | "reported" | "review-due" | "dismissed";

const withSummary = (shown: InboxItemFacts, kind: KindWithSummary, reason: string) => ({
  ...buildItemBase(shown, kind, reason),
  summary: shown.article.summaryText,
});

const unreadText = ({ article, rows }: InboxItemFacts) => ({
  summary: article.summaryText,
  ...openingOf(article),
  saidBy: sayings(article.doubted ? sourcesOf(article.doubted.summary) : article.summarySources, article.id, rows),
  ...(article.doubted && correctedIn(article.doubted, article.id, rows)),
});

/** The first sentence of its answer, or else its opening, and other titles where its title tells one case. */
interface OpeningTexts {
  opening: string;
  titles?: string[];
}

const reasonOf = onceFor(explainDraft);

const openingOf = onceFor(({ title, opening, answer, keywords }: ArticleHead): OpeningTexts => {
  const text = shorten(opening);
  const shown = answer === null ? text : shorten(answer);
  return { opening: shown, ...(describesSingleCase(title) && { titles: suggestTitles({ title, keywords, text }) }) };
});

/** By article and proposal, because it follows from both. */
const changesOf = onceFor((article: { text: ArticleText }) =>
  onceFor((row: InboxItemDetails) => listProposedChanges(article.text, row)),
);

/** Without Markdown, and cut at a word. */
function shorten(text: string): string {
  if (text.length < OPENING_CHARACTERS) return toPlainText(parseInline(text));
  return `${toPlainText(parseInline(text.slice(0, text.lastIndexOf(" "))))} …`;
}

/** The sentences of an article that nobody has reviewed and that later messages may correct, each with the sentences of these messages. */
function correctedIn(text: ArticleText, articleId: string, rows: InboxRows) {
  const statements = listStatements(text);
  const view = (one: Statement) => statementView(one, articleId, rows);
  const corrected = correctedOf(text).map(({ key, statement, by, isSure }) => ({
    key,
    statement: view(statement),
    doubt: statement.doubt ?? "Corrected by its author",
    isSure,
    by: statements
      .filter((one) => one !== statement && one.sources.includes(by))
      .slice(0, MOST_CORRECTING)
      .map(view),
  }));
  return corrected.length > 0 && { corrected };
}

const correctedOf = onceFor(listCorrectedSentences);

const MOST_CORRECTING = 3;

function describeConflict(shown: InboxItemFacts): InboxItem | null {
  const { item, rows } = shown;
  const row = rows.items.get(item.subject);
  const [fresh] = row?.fresh.summary ?? [];
  if (!row?.known || !fresh) return null;
  const says = {
    known: statementView(row.known, row.articleId, rows),
    fresh: statementView(fresh, row.articleId, rows),
  };
  const edited = rows.said
    .get(row.articleId)
    ?.find(({ externalId, editedAt }) => editedAt && findEditedSource(row.known, fresh, new Set([externalId])));
  if (!edited?.editedAt)
    return { ...buildItemBase(shown, "conflict", "A later message contradicts the article. Which is right?"), ...says };
  const reason = `${edited.authorName} edited a message behind the article on ${DAY.format(edited.editedAt)}. Which is right?`;
  const asked = buildItemBase(shown, "conflict", reason);
  const choices = row.fresh.waits ? EDIT_CHOICES : asked.choices;
  return { ...asked, choices, ...says, editedAt: edited.editedAt.toISOString() };
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

function describeProposal(shown: InboxItemFacts): InboxItem | null {
  const { item, rows } = shown;
  const row = rows.items.get(item.subject);
  const article = rows.texts.get(item.articleId);
  if (!row || !article) return null;
  const saidBy = sayings(sourcesOf(listStatements(pickTextWithoutConflicts(row.fresh))), row.articleId, rows);
  const where = saidBy.at(-1)?.channelName;
  const conversation = where ? `A conversation in #${where}` : "A conversation";
  const day = saidBy.at(-1)?.sentAt;
  const reason = row.known
    ? `${conversation} settled this otherwise${day ? ` on ${DAY.format(new Date(day))}` : ""}. The article says what held until then.`
    : `${conversation} says more than the article.`;
  return {
    ...buildItemBase(shown, "proposal", reason),
    title: null,
    changes: changesOf(article)(row),
    unchanged: listStatements(article.text).length,
    ownTitle: row.fresh.title,
    saidBy,
  };
}

function describeLostSupport(shown: InboxItemFacts): InboxItem | null {
  const { id } = shown.article;
  const text = shown.rows.texts.get(id)?.text;
  if (!text) return null;
  const statements = listStatements(text).flatMap((statement) => {
    const { doubt, sources } = statement;
    if (!doubt) return [];
    const newWords = findNewSentences(statement, shown.rows.edits.get(id) ?? [])?.map(wordsOf);
    return [{ ...wordsOf(statement), doubt, ...editsOf(sources, shown, id), ...(newWords && { newWords }) }];
  });
  const many = statements.length === 1 ? "A sentence" : `${statements.length} sentences`;
  const isEdited = listStatements(text).every(({ doubt, correctedBy }) => !doubt || !correctedBy);
  const all = listStatements(text);
  const leaning = all.findIndex(({ doubt }) => doubt === DOUBT_ANSWERED_MESSAGE_DELETED);
  if (statements.every(({ doubt }) => doubt === DOUBT_ANSWERED_MESSAGE_DELETED))
    return {
      ...buildItemBase(shown, "lost-support", `${DOUBT_ANSWERED_MESSAGE_DELETED}${quoteAround(all, leaning)}`),
      statements,
    };
  const isDeleted = statements.every(({ doubt }) => doubt.startsWith(SOURCE_GONE));
  const why = isDeleted ? DELETED : isEdited ? "the message behind it was edited" : "somebody may have corrected it";
  const reason = `${many} may not hold any more: ${why}.`;
  const asked = buildItemBase(shown, "lost-support", reason);
  const hasNewWords = statements.some(({ newWords }) => newWords);
  return { ...asked, ...(hasNewWords && { choices: [...asked.choices, "replace"] }), statements };
}

const DELETED = "the message behind it was deleted";

/** The sentences before and after, by which a person sees whether the one between still makes sense. */
function quoteAround(all: readonly Statement[], place: number): string {
  const quote = (label: string, one: Statement | undefined) =>
    one?.form === "sentence" ? ` ${label} “${one.text.slice(0, MOST_AROUND_CHARACTERS)}”` : "";
  return quote("Before it:", all[place - 1]) + quote("After it:", all[place + 1]);
}

const MOST_AROUND_CHARACTERS = 300;

/** An inbox shows no more of a long message; comparing takes long. */
const MOST_EDITED_CHARACTERS = 4_000;

/** The words of a sentence's messages when it was written, and now. */
function editsOf(sources: string[], { rows }: InboxItemFacts, articleId: string) {
  const edits = (rows.edits.get(articleId) ?? []).filter(({ id, before }) => before !== "" && sources.includes(id));
  return (
    edits.length > 0 && {
      edits: edits.map(({ authorName, sentAt, editedAt, ...words }) => {
        const said = (text: string) => ({
          form: "sentence" as const,
          section: null,
          text: text.slice(0, MOST_EDITED_CHARACTERS),
        });
        const { form, before, after } = compareWording(said(words.before), said(words.now));
        return {
          form,
          before,
          after,
          authorName,
          sentAt: sentAt.toISOString(),
          editedAt: editedAt?.toISOString() ?? null,
        };
      }),
    }
  );
}

/** `stateReason` of a published article is why its review came early. */
function reviewReason({ confirmedAt, createdAt, stateReason }: ArticleHead): string {
  if (stateReason) return `${stateReason} Is the article still right?`;
  const day = (confirmedAt ?? createdAt).toLocaleDateString("en-GB", { dateStyle: "long", timeZone: "UTC" });
  return confirmedAt
    ? `Last verified on ${day}. Is it still right?`
    : `Not verified since it was written on ${day}. Is it still right?`;
}

const statementView = (statement: Statement, articleId: string, rows: InboxRows): SourcedStatement => ({
  ...wordsOf(statement),
  saidBy: sayings(statement.sources, articleId, rows),
});

const wordsOf = onceFor(({ form, text }: Statement) => ({
  form,
  text,
  inline: form === "sentence" ? parseInline(text) : [],
}));

const sourcesOf = (statements: readonly Statement[]) => statements.flatMap(({ sources }) => sources);

const MOST_SAYINGS = 5;

/** Lists the last of these messages that the article's conversations still contain. */
function sayings(sources: readonly string[], articleId: string, { connectors, said }: InboxRows) {
  const cited = new Set(sources);
  const found = (said.get(articleId) ?? []).filter(({ externalId }) => cited.has(externalId));
  return found.slice(-MOST_SAYINGS).map((row) => viewQuote(connectors, row));
}
