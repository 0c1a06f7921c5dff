import { and, eq, sql } from "drizzle-orm";
import { escapeMarkdown } from "../../connectors/markdown-text.ts";
import { type Statement, statementsOf } from "../../shared/domain/article.ts";
import { INBOX_KINDS, type InboxChoice, type InboxKind } from "../../shared/domain/inbox.ts";
import type { ReaderScope } from "../db/audience.ts";
import { articleSources, articles, channels, type DecisionBefore, messages } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import {
  type ArticleRow,
  acceptProposal,
  articleChanged,
  changeContent,
  decideHeld,
  findItem,
  type ItemRow,
  insertSameVersion,
  lockArticleRow,
  lockConversationsOf,
  mapStatements,
  type Publisher,
  recordDecision,
  subjectOf,
  type UndoableDecision,
  updateItem,
} from "../library/index.ts";
import { redact } from "../pipeline/redact.ts";
import {
  getCopy,
  getPublication,
  markCommentsSeen,
  retryPublication,
  setCopyState,
  wakePublication,
} from "../publishing/index.ts";
import { decideAskedToFix, decideDismissed, decideReported, decideReview } from "./answers.ts";
import { findOpenItem, type OpenItem } from "./inbox-queries.ts";
import { decideUnreadArticle } from "./unread-articles.ts";

export interface Choice {
  choice: InboxChoice;
  conditions?: { known: string; fresh: string } | undefined;
  wholeChannel?: boolean | undefined;
}

export interface Decided {
  message: string;
  undo: UndoableDecision | null;
}

interface Case {
  item: OpenItem;
  /** Locked, and its conversations. */
  article: ArticleRow;
  choice: Choice;
  by: string;
}

/** A person decides one item of the inbox. Throws 'not found' for what is not open (any more). */
export async function decide(
  deps: Publisher,
  scope: ReaderScope,
  itemId: string,
  choice: Choice,
  by: string,
): Promise<Decided> {
  const item = await findOpenItem(scope, parseItemId(itemId));
  if (!item) throw notFound("item of the inbox");
  await lockConversationsOf(scope, item.articleId);
  const article = await lockArticleRow(scope, item.articleId);
  // Whoever decided it while this waited has closed it.
  if (!article || !(await findOpenItem(scope, item))) throw notFound("item of the inbox");
  const decided = await DECIDE[item.kind](deps, scope, { item, article, choice, by });
  await deps.events.notify(scope, { type: "inbox" });
  return decided;
}

/** '<kind>.<row>' as the list gave it. */
export function parseItemId(id: string): Pick<OpenItem, "kind" | "subject"> {
  const [, kind, subject] = /^([a-z-]+)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(id) ?? [];
  const known = INBOX_KINDS.find((name) => name === kind);
  if (!known || !subject) throw notFound("item of the inbox");
  return { kind: known, subject };
}

const DECIDE: Record<InboxKind, (deps: Publisher, scope: WorkspaceScope, given: Case) => Promise<Decided>> = {
  conflict: decideConflict,
  proposal: decideProposal,
  "lost-support": decideLostSupport,
  "page-conflict": decidePage,
  "page-copy": decideCopy,
  "page-comments": decideComments,
  "first-article": decideUnread,
  draft: decideUnread,
  held: decideHeldArticle,
  "asked-to-fix": (deps, scope, given) => decideAskedToFix(deps, scope, answered(given)),
  dismissed: (deps, scope, given) => decideDismissed(deps, scope, answered(given)),
  reported: (deps, scope, given) => decideReported(deps, scope, answered(given)),
  "review-due": (deps, scope, given) => decideReview(deps, scope, answered(given)),
};

const notOffered = () => invalid("This cannot be chosen here.");

const record = (
  deps: Publisher,
  scope: WorkspaceScope,
  { item, article, choice, by }: Case,
  { before, what, mark = "" }: { before: DecisionBefore; what: string; mark?: string },
) =>
  recordDecision(deps, scope, {
    subject: `${item.kind}.${item.subject}`,
    mark,
    articleId: article.id,
    title: article.title,
    choice: choice.choice,
    before,
    by,
    what,
  });

async function decideConflict(deps: Publisher, scope: WorkspaceScope, given: Case): Promise<Decided> {
  const { article, choice } = given;
  const item = await openItem(scope, given);
  const [fresh] = item.fresh.summary;
  const { known } = item;
  if (!known || !fresh) throw notFound("item of the inbox");
  if (choice.choice === "keep-both" && !choice.conditions) throw invalid("Say when each of the two applies.");
  const standsFor = replacementOf(choice, known, fresh);
  await updateItem(scope, item.id, { state: "decided" });
  if (!standsFor) {
    await insertSameVersion(scope, article.id, KEPT, given.by);
    await articleChanged.announce(deps, scope, { articleId: article.id });
    await deps.events.notify(scope, { type: "article", id: article.id });
    return { message: KEPT, undo: await record(deps, scope, given, { before: {}, what: KEPT }) };
  }
  const changed = mapStatements({ summary: article.summary, body: article.body }, (statement) =>
    subjectOf(statement) === item.subject ? standsFor : statement,
  );
  const what = choice.choice === "replace" ? REPLACED : BOTH;
  const before = await changeContent(deps, scope, article, { ...changed, reason: what, by: given.by });
  return { message: what, undo: await record(deps, scope, given, { before, what }) };
}

const KEPT = "A person decided that it stays as it is, although somebody said otherwise.";
const REPLACED = "A person decided that what was said later holds.";
const BOTH = "A person decided that both hold, each under its condition.";

/** What takes the statement's place; null: it stays. */
function replacementOf({ choice, conditions }: Choice, known: Statement, fresh: Statement): Statement[] | null {
  if (choice === "keep") return null;
  if (choice === "replace") return [fresh];
  if (choice !== "keep-both" || !conditions) throw notOffered();
  return [...under(conditions.known, known), ...under(conditions.fresh, fresh)];
}

function under(condition: string, statement: Statement): Statement[] {
  const when = `**${escapeMarkdown(redact(condition.trim().replace(/\s+/g, " ")).text)}:**`;
  if (statement.form === "sentence") return [{ ...statement, text: `${when} ${statement.text}` }];
  return [{ form: "sentence", text: when, language: null, sources: statement.sources }, statement];
}

async function decideProposal(deps: Publisher, scope: WorkspaceScope, given: Case): Promise<Decided> {
  const { choice, by } = given;
  const item = await openItem(scope, given);
  if (choice.choice === "accept") {
    const undo = await acceptProposal(deps, scope, item.id, by);
    return { message: "The article says it now.", undo };
  }
  if (choice.choice !== "decline") throw notOffered();
  await updateItem(scope, item.id, { state: "decided" });
  const what = "A proposed change was declined.";
  return { message: "The article stays as it is.", undo: await record(deps, scope, given, { before: {}, what }) };
}

async function openItem(scope: WorkspaceScope, { item }: Case): Promise<ItemRow> {
  const row = await findItem(scope, item.subject);
  if (row?.state !== "open") throw notFound("item of the inbox");
  return row;
}

async function decideLostSupport(deps: Publisher, scope: WorkspaceScope, given: Case): Promise<Decided> {
  const { article, choice } = given;
  if (choice.choice !== "keep" && choice.choice !== "remove") throw notOffered();
  const isKept = choice.choice === "keep";
  const left = mapStatements({ summary: article.summary, body: article.body }, ({ doubt, ...statement }) => {
    if (!doubt || isKept) return statement;
    return null;
  });
  if (statementsOf(left).length === 0) throw conflict("Nothing would be left of the article. Remove it instead.");
  if (isKept) await acknowledgeSources(scope, article);
  const what = isKept
    ? "A person decided that its sentences still hold."
    : "A person took out the sentences that may not hold any more.";
  const before = await changeContent(deps, scope, article, { ...left, reason: what, by: given.by });
  return { message: what, undo: await record(deps, scope, given, { before, what }) };
}

/** The doubtful sentences stand on their messages as these are now. */
async function acknowledgeSources({ workspaceId, tx }: WorkspaceScope, article: ArticleRow): Promise<void> {
  const doubtful = statementsOf(article).filter(({ doubt }) => doubt);
  for (const source of new Set(doubtful.flatMap(({ sources }) => sources))) {
    const isSource = and(
      eq(articleSources.workspaceId, workspaceId),
      eq(articleSources.articleId, article.id),
      eq(articleSources.messageExternalId, source),
    );
    const [row] = await tx
      .select({ text: messages.text })
      .from(articleSources)
      .innerJoin(
        messages,
        and(
          eq(messages.workspaceId, articleSources.workspaceId),
          eq(messages.channelId, articleSources.channelId),
          eq(messages.externalId, articleSources.messageExternalId),
        ),
      )
      .where(isSource);
    if (row)
      await tx
        .update(articleSources)
        .set({ text: redact(row.text).text })
        .where(isSource);
  }
}

async function decidePage(deps: Publisher, scope: WorkspaceScope, given: Case): Promise<Decided> {
  const { item, article, choice } = given;
  const page = await getPublication(scope, item.subject);
  const isRemoved = page.state === "removed";
  const request = { articleId: article.id, publicationId: page.id };
  const mark = `${page.state} ${page.wantedVersion}`;
  if (choice.choice === "keep-theirs" && !isRemoved) {
    const what = "A person left a page as somebody had changed it.";
    const undo = await record(deps, scope, given, { before: { publicationId: page.id }, what, mark });
    return { message: "The page stays as it is until the article changes.", undo };
  }
  if (choice.choice === "replace" && !isRemoved) {
    await retryPublication(deps, scope, { ...request, choice: "replace" });
    return pageDecided(deps, scope, given, "The article's text takes the place of what was changed.");
  }
  const { choice: wanted } = choice;
  if (!isRemoved || (wanted !== "recreate" && wanted !== "leave" && wanted !== "forget")) throw notOffered();
  await retryPublication(deps, scope, { ...request, choice: wanted });
  const messages = {
    recreate: "A new page is created.",
    leave: "The page stays removed.",
    forget: "The article is not published there any more.",
  };
  return pageDecided(deps, scope, given, messages[wanted]);
}

/** The platform is written to: that is not taken back here. */
async function pageDecided(deps: Publisher, scope: WorkspaceScope, given: Case, message: string): Promise<Decided> {
  await record(deps, scope, given, { before: {}, what: `A person decided about its page. ${message}`, mark: "done" });
  return { message, undo: null };
}

async function decideCopy(deps: Publisher, scope: WorkspaceScope, given: Case): Promise<Decided> {
  const { item, choice } = given;
  const copy = await getCopy(scope, item.subject);
  if (!copy) throw notFound("item of the inbox");
  if (choice.choice === "keep") {
    await setCopyState(scope, copy.id, "kept");
    const what = "A person decided that a page which began as a copy stays.";
    return { message: "The page stays.", undo: await record(deps, scope, given, { before: {}, what }) };
  }
  if (choice.choice !== "put-away") throw notOffered();
  await setCopyState(scope, copy.id, "to-put-away");
  const page = await getPublication(scope, copy.publicationId);
  if (page.state !== "in-flight") await wakePublication(deps, scope, page);
  return pageDecided(deps, scope, given, `The page "${copy.title}" goes into the platform's trash.`);
}

async function decideComments(deps: Publisher, scope: WorkspaceScope, given: Case): Promise<Decided> {
  const { item, choice } = given;
  if (choice.choice !== "seen") throw notOffered();
  const comments = await markCommentsSeen(scope, item.subject);
  const what = "A person has seen which comments on its page the article changed the words of.";
  return { message: "Marked as seen.", undo: await record(deps, scope, given, { before: { comments }, what }) };
}

async function decideUnread(deps: Publisher, scope: WorkspaceScope, { article, choice, by }: Case): Promise<Decided> {
  if (choice.choice !== "approve" && choice.choice !== "decline") throw notOffered();
  const isApproved = choice.choice === "approve";
  const what = isApproved ? "A person read it and approved it." : "A person decided that it stays in the library.";
  const { trust, undo } = await decideUnreadArticle(deps, scope, article, { choice: choice.choice, what, by });
  return { message: isApproved ? `It is published.${trust}` : "It stays in the library.", undo };
}

const answered = ({ item, article, choice, by }: Case) => {
  return { itemId: `${item.kind}.${item.subject}`, subject: item.subject, article, choice: choice.choice, by };
};

export async function changeStanding(
  { workspaceId, tx }: WorkspaceScope,
  articleId: string,
  change: Pick<ArticleRow, "standing" | "standingReason">,
): Promise<void> {
  await tx
    .update(articles)
    .set(change)
    .where(and(eq(articles.workspaceId, workspaceId), eq(articles.id, articleId)));
}

async function decideHeldArticle(deps: Publisher, scope: WorkspaceScope, given: Case): Promise<Decided> {
  const { article, choice } = given;
  if (choice.choice !== "show" && choice.choice !== "library-only") throw notOffered();
  const [channel] = article.channelId
    ? await scope.tx
        .select({ heldSince: channels.heldSince })
        .from(channels)
        .where(and(eq(channels.workspaceId, scope.workspaceId), eq(channels.id, article.channelId)))
    : [];
  const wholeChannel = choice.wholeChannel === true;
  const others = wholeChannel && article.channelId ? await listHeld(scope, article.channelId) : [article.id];
  await decideHeld(deps, scope, { articleId: article.id, choice: choice.choice, wholeChannel });
  const before: DecisionBefore = {
    standing: article.standing,
    standingReason: article.standingReason,
    articles: others,
    ...(wholeChannel && { heldSince: channel?.heldSince?.toISOString() ?? null }),
  };
  const many = others.length === 1 ? "" : ` (${others.length} articles)`;
  const message = choice.choice === "show" ? `It may be read again${many}.` : `It stays in the library${many}.`;
  return { message, undo: await record(deps, scope, given, { before, what: message }) };
}

async function listHeld({ workspaceId, tx }: WorkspaceScope, channelId: string): Promise<string[]> {
  const rows = await tx
    .select({ id: articles.id })
    .from(articles)
    .where(
      and(
        eq(articles.workspaceId, workspaceId),
        eq(articles.standing, "held"),
        sql`(${articles.channelId} = ${channelId} or exists (select from article_sources s
          where s.workspace_id = ${workspaceId} and s.article_id = ${articles.id} and s.channel_id = ${channelId}))`,
      ),
    );
  return rows.map(({ id }) => id);
}
