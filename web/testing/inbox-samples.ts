import type { ArticlePage } from "../../shared/contract/articles.ts";
import type { ComparedSentence, MergePreview, MergeSentence } from "../../shared/contract/canonical.ts";
import type { InboxItem, InboxPage, MessageOrigin, SourcedStatement } from "../../shared/contract/inbox.ts";
import { INBOX_KINDS } from "../../shared/domain/inbox.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import * as sample from "./sample-data.ts";

const said = (authorName: string, channelName: string, sentAt: string): MessageOrigin => ({
  authorName,
  channelName,
  sentAt,
  permalink: "https://analytical.slack.com/archives/C1/p1",
});
const statement = (text: string, ...saidBy: MessageOrigin[]): SourcedStatement => ({
  form: "sentence",
  text,
  inline: parseInline(text),
  saidBy,
});
/** The browser never interprets inbox ids. It only sends them back. */
export const inboxId = (number: number) => `item.${sample.idOf(800 + number)}`;
const about = (number: number, article: number, reason: string) => {
  const { id, title, sourceChannel } = sample.articles[article] ?? sample.articlePage;
  return {
    id: inboxId(number),
    article: { id, title, channelName: sourceChannel },
    since: "2026-11-20T16:20:00.000Z",
    reason,
  };
};

const keyed = (changes: typeof sample.versionChanges.changes) =>
  changes.map((change, index) => ({ ...change, key: `sentence-${index + 1}` }));

/** One item of each kind, and a second proposal. */
export const inboxItems: InboxItem[] = [
  {
    ...about(1, 0, "Tom Weller says something else than the article: 30 minutes, not 15 minutes."),
    kind: "conflict",
    choices: ["keep", "replace", "add", "keep-both"],
    known: statement(
      "The token is valid for 15 minutes.",
      said("Mara Lind", "platform-help", "2026-11-18T13:04:00.000Z"),
      said("Priya Nair", "platform-help", "2026-11-18T13:09:00.000Z"),
    ),
    fresh: statement(
      "The token is valid for `30 minutes` now.",
      said("Tom Weller", "deploys", "2026-11-20T16:18:00.000Z"),
    ),
  },
  {
    ...about(2, 1, "A newer conversation adds a step."),
    kind: "proposal",
    choices: ["decline", "accept", "own-article"],
    title: null,
    changes: keyed(sample.versionChanges.changes),
    ownTitle: "How to restart a worker",
    unchanged: 7,
    saidBy: [said("Priya Nair", "platform-help", "2026-11-20T15:00:00.000Z")],
  },
  {
    ...about(3, 2, "A newer conversation says it better."),
    kind: "proposal",
    choices: ["decline", "accept", "own-article"],
    title: null,
    changes: keyed(sample.versionChanges.changes.slice(1, 2)),
    ownTitle: "How to restart a worker",
    unchanged: 1,
    saidBy: [],
  },
  {
    ...about(4, 0, "The message these sentences cite was edited."),
    kind: "lost-support",
    choices: ["keep", "remove"],
    statements: [
      {
        form: "sentence",
        text: "Restart the worker.",
        inline: parseInline("Restart the **worker**."),
        doubt: "Mara Lind edited the message on 20 November.",
      },
    ],
  },
  {
    ...about(5, 1, "People and the article changed the same paragraph."),
    kind: "page-conflict",
    choices: ["keep-theirs", "replace"],
    publicationId: sample.idOf(202),
    page: "changed",
    integrationName: "Support answers",
    platform: "notion",
    url: "https://www.notion.so/page",
  },
  {
    ...about(6, 2, "The first article of #finance waits for somebody to read it."),
    kind: "first-article",
    choices: ["decline", "approve", "remove"],
    summary: "Invoices are numbered per country because two tax offices ask for an unbroken series.",
    approvals: 1,
    approvalsToTrust: 3,
  },
  {
    ...about(7, 0, "#platform-help was made private."),
    kind: "held",
    choices: ["library-only", "show"],
    summary: "A worker that logs a token error after a deploy still holds the credentials of the old pod.",
  },
  {
    ...about(8, 1, "It was asked to be fixed by Tom Weller in #deploys."),
    kind: "asked-to-fix",
    choices: ["keep", "library-only"],
    summary: "A rollback takes the caches five minutes.",
  },
  {
    ...about(
      9,
      2,
      "Priya Nair in #finance said that it is not knowledge. It is removed a day later unless somebody keeps it.",
    ),
    kind: "dismissed",
    choices: ["keep", "remove"],
    summary: "Lunch is at twelve.",
  },
  {
    ...about(10, 1, "One person explains; no clear confirmation was found."),
    kind: "draft",
    choices: ["decline", "approve", "remove"],
    summary: "The scanner reconnects when its profile is installed again.",
    opening: "Open Settings, then Profiles, and install the profile of the warehouse again.",
    saidBy: [
      {
        authorName: "Ines Braun",
        channelName: "platform-help",
        sentAt: "2026-11-20T09:00:00.000Z",
        permalink: "https://acme.slack.com/archives/C031/p1763629200000100",
      },
    ],
  },
  {
    ...about(
      11,
      3,
      "Ines Braun asked “How do I start the exporter?” and says that the answer is outdated: “The command has another name since version 5.”",
    ),
    kind: "reported",
    choices: ["keep", "library-only"],
    summary: "The exporter is started with the nightly job.",
  },
];

/** A person's sentence that lost words with a deleted message. */
export const cutOutItem: InboxItem = {
  ...about(15, 0, "A message was deleted in the chat, and a sentence that a person wrote lost words with it."),
  kind: "cut-out",
  choices: ["rewrite", "remove"],
  part: "sentence",
  left: "On Mondays … twice.",
};

export function inboxOf(items: readonly InboxItem[], pressure: string | null = null): InboxPage {
  const counts = Object.fromEntries(
    INBOX_KINDS.map((kind) => [kind, items.filter((item) => item.kind === kind).length]),
  ) as InboxPage["counts"];
  const others = { mine: 0, snoozed: 0, aboutWiki: 0, setAside: 0, next: null };
  return { items: [...items], counts, total: items.length, ...others, pressure };
}

const cause = sample.articlePage.sections.flatMap(({ role, statements }) => (role === "cause" ? statements : []));

/** Adds keys to the article's sentences, as the server does. */
export function withStatementKeys(article: ArticlePage): ArticlePage {
  let place = 0;
  const named = <Some extends object>(one: Some) => ({ ...one, key: `key${place++}` });
  const summaryStatements = article.summaryStatements.map(named);
  const sections = article.sections.map((section) => ({ ...section, statements: section.statements.map(named) }));
  return { ...article, summaryStatements, sections };
}

/** An article about which people ask often, with a contradiction of a statement that the article makes twice. */
export const contestedArticle: ArticlePage = withStatementKeys({
  ...sample.articlePage,
  sections: [
    ...sample.articlePage.sections,
    { role: "note", heading: null, layout: "bullets", statements: cause.slice(0, 1).map((one) => ({ ...one })) },
  ],
  asked: {
    times: 5,
    lastBy: "Tom Weller",
    lastIn: "deploys",
    lastAt: "2026-11-20T16:18:00.000Z",
    permalink: "https://analytical.slack.com/archives/C1/p1",
  },
  contradictions: [
    {
      itemId: inboxId(1),
      known: "The worker keeps the token of the pod it started in.",
      fresh: "The worker reads a new token every 30 minutes.",
      note: "Tom Weller in #deploys, 20 November",
      shown: {
        known: [{ type: "text", text: "The worker keeps the token of the pod it started in." }],
        fresh: [{ type: "text", text: "The worker reads a new token every 30 minutes." }],
        note: [{ type: "text", text: "Tom Weller in #deploys, 20 November" }],
      },
    },
  ],
});

/** The article's sentences compared with another article: new, equal, repeated and contradicting ones. */
const ownSentences: MergeSentence[] = [
  ...contestedArticle.summaryStatements.map((one) => ({ ...one, part: "summary" as const })),
  ...contestedArticle.sections.flatMap(({ role, statements }) => statements.map((one) => ({ ...one, part: role }))),
].map(({ form, text, inline, part, hand }, place) => ({
  ...(hand && { hand }),
  key: `own${place}`,
  part,
  form,
  text,
  inline,
  said: { by: "Mara Lind", at: "2026-11-18T13:04:00.000Z" },
}));
const otherSentence = (key: string, text: string, at: string): MergeSentence => ({
  key,
  part: "fix",
  form: "sentence",
  text,
  inline: parseInline(text),
  said: { by: "Tom Weller", at },
});
const CONTRADICTED = 3;
const SAID = 5;
export const mergePreview: MergePreview = {
  from: {
    edition: "edition of this",
    sentences: ownSentences.map((sentence, place, all): ComparedSentence => {
      const first = all.findIndex(({ text, part }) => text === sentence.text && part !== "summary");
      if (place === CONTRADICTED)
        return { ...sentence, relation: "contradicts", other: "other1", differs: ["time", "number"] };
      if (place === SAID) return { ...sentence, relation: "said", other: "other2", differs: [] };
      if (first !== -1 && first !== place)
        return { ...sentence, relation: "repeats", other: `own${first}`, differs: [] };
      return { ...sentence, relation: "new", other: null, differs: [] };
    }),
  },
  into: {
    edition: "edition of the other",
    sentences: [
      otherSentence("other0", "Only contractors need this.", "2026-11-02T09:00:00.000Z"),
      otherSentence("other1", "The worker reads a new token every `30 minutes`.", "2026-11-20T16:18:00.000Z"),
      otherSentence("other2", ownSentences[SAID]?.text ?? "", "2026-11-20T16:20:00.000Z"),
      otherSentence("other3", "Ask *Facilities* for the badge.", "2026-11-03T09:00:00.000Z"),
    ],
  },
  audience: {
    from: { who: "everyone", channels: [], people: 12 },
    into: { who: "members", channels: ["people-ops"], people: 3 },
    merged: { who: "members", channels: ["people-ops"], people: 3 },
  },
};

/** Inbox items about published pages. */
export const itemsOfPages: InboxItem[] = [
  {
    ...about(11, 0, "The article changed the words that 2 comments are about on its page in Handbook."),
    kind: "page-comments",
    choices: ["seen"],
    integrationName: "Handbook",
    platform: "confluence",
    url: "https://acme.example/p1",
  },
  {
    ...about(12, 1, "A page in Handbook looks like a copy of the article's page."),
    kind: "page-copy",
    choices: ["keep", "put-away"],
    integrationName: "Handbook",
    platform: "confluence",
    url: "https://acme.example/p2",
    title: "Runbook of my team",
  },
];
