import { setImmediate } from "node:timers/promises";
import { type LocalEngine, MAX_MATTERS_PER_CALL, type ModelEngine, ModelUnavailable } from "../../engine/contract.ts";
import { listStatements } from "../../shared/domain/article.ts";
import { safeDatabaseError } from "../db/pool.ts";
import { bindToWorkspace, type InScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { getConversation, type StoredConversation } from "../ingest/conversations/index.ts";
import { getArticle } from "../library/articles/index.ts";
import { mapStatements } from "../library/dedupe/index.ts";
import { eraseModelAnswers } from "../library/retract/index.ts";
import {
  ConversationChanged,
  KnowledgeChanged,
  listEvidenceIds,
  listMessageIds,
  readWritingInput,
  saveFindingsBesideArticle,
  toMatter,
} from "../library/save/index.ts";
import {
  type DueComparison,
  listDueComparisons,
  markConversationCompared,
  requestComparisonAgain,
} from "../wiki/comparisons/index.ts";
import type { NewFinding } from "../wiki/findings/index.ts";
import type { NearbyPage } from "../wiki/nearby/index.ts";
import { compareWithPages, findingsOf, listPagesToCompare, toKnownArticle } from "./compare-pages.ts";
import { dropMessagesBeforeRemoval } from "./removed-conversation.ts";

const AT_ONCE = 48;
/** Only so many of a conversation's nearest pages are compared, because it has an article already. */
const MOST_PAGES = 4;

/**
 * Compares conversations behind articles with pages that were read, or that changed, after the conversations were analyzed. The articles
 * stay. Where a model cannot answer now, its conversations wait for the next turn.
 */
export async function compareConversationsWithPages(deps: Deps, isOver: () => boolean): Promise<void> {
  const due = await listDueComparisons(deps.db, AT_ONCE);
  const waiting = new Set<string>();
  for (const ofChannel of Map.groupBy(due, ({ channelId }) => channelId).values())
    for (let at = 0; at < ofChannel.length; at += MAX_MATTERS_PER_CALL) {
      const [first, ...others] = ofChannel.slice(at, at + MAX_MATTERS_PER_CALL);
      if (!first || waiting.has(first.workspaceId)) continue;
      if (isOver()) return;
      const engine = await deps.engines.forWorkspace(first.workspaceId, first.channelId);
      const comparing = { deps, inScope: bindToWorkspace(deps.db, first.workspaceId) };
      const isAnswered =
        engine.name === "local"
          ? await compareByRules({ ...comparing, engine }, [first, ...others])
          : await compareByModel({ ...comparing, engine }, [first, ...others]);
      if (!isAnswered) waiting.add(first.workspaceId);
    }
}

/** A conversation with an article went on, and a model does not compare it with pages while it writes the article. */
export async function compareWithPagesAgain(deps: Pick<Deps, "db">, conversation: StoredConversation): Promise<void> {
  await bindToWorkspace(
    deps.db,
    conversation.workspaceId,
  )(async (scope) => {
    const pages = await listPagesToCompare(scope, dropMessagesBeforeRemoval(conversation), MOST_PAGES);
    await requestComparisonAgain(scope, conversation.id, pages);
  });
}

interface ComparisonContext<Engine> {
  deps: Deps;
  inScope: InScope;
  engine: Engine;
}

async function compareByRules(
  { deps, inScope, engine }: ComparisonContext<LocalEngine>,
  all: DueComparison[],
): Promise<true> {
  for (const one of all) {
    await setImmediate();
    await finish(deps, inScope, one, async () => {
      const conversation = await readConversation(inScope, one);
      const said = conversation && (await listSaid(inScope, conversation));
      if (!said) return null;
      const { findings } = await compareWithPages(inScope, engine, { conversation, article: said });
      const asked = new Set(one.pages.map(({ id }) => id));
      return { conversation, findings: findings.filter(({ pageId }) => asked.has(pageId)), pageIds: [...asked] };
    });
  }
  return true;
}

/** Returns false if the model cannot answer now. */
async function compareByModel(
  { deps, inScope, engine }: ComparisonContext<ModelEngine>,
  all: DueComparison[],
): Promise<boolean> {
  const asked: (DueComparison & { conversation: StoredConversation; near: NearbyPage[] })[] = [];
  for (const one of all) {
    const conversation = await readConversation(inScope, one);
    const near = conversation ? await listNear(inScope, conversation, one) : [];
    if (conversation && near.length > 0) asked.push({ ...one, conversation, near });
    else await inScope((scope) => markConversationCompared(scope, one));
  }
  const [first] = asked;
  if (!first) return true;
  const matters = asked.map(({ conversation: whole, near }) => {
    const conversation = dropMessagesBeforeRemoval(whole);
    return { conversation, matter: toMatter(conversation), beside: near.map(toKnownArticle) };
  });
  const kinds = matters.map(({ matter }) => matter.kind);
  const channel = { id: first.channelId, name: first.channelName };
  const how = await inScope((scope) => readWritingInput(scope, channel, kinds));
  const written = await engine.write(matters, how);
  let isAnswered = true;
  for (const [place, one] of asked.entries()) {
    const result = written[place];
    if (!result || (result instanceof ModelUnavailable && result.reason !== "refused")) {
      isAnswered = false;
      continue;
    }
    await finish(deps, inScope, one, async () => {
      // The model declines this text, and would at every turn.
      if (result instanceof ModelUnavailable) return null;
      const page = result.outcome === "known" && one.near.find(({ id }) => id === result.articleId);
      const pageIds = one.near.map(({ id }) => id);
      return { conversation: one.conversation, findings: page ? findingsOf(page, result) : [], pageIds };
    });
  }
  return isAnswered;
}

/** Null if there is nothing to compare: no article, nothing settled, or words that the workspace forgot. */
async function readConversation(
  inScope: InScope,
  { conversationId }: DueComparison,
): Promise<StoredConversation | null> {
  const conversation = await inScope((scope) => getConversation(scope, conversationId));
  const { articleId, hasForgotten, settled } = conversation;
  if (articleId === null || hasForgotten || settled === "open") return null;
  return dropMessagesBeforeRemoval(conversation).messages.length > 0 ? conversation : null;
}

async function listNear(inScope: InScope, conversation: StoredConversation, { pages }: DueComparison) {
  const asked = new Set(pages.map(({ id }) => id));
  const said = dropMessagesBeforeRemoval(conversation);
  const near = await inScope((scope) => listPagesToCompare(scope, said, MOST_PAGES));
  return near.filter(({ id }) => asked.has(id));
}

interface ComparisonResult {
  conversation: StoredConversation;
  findings: NewFinding[];
  pageIds: string[];
}

/** Stores what a comparison found, and that the pair was compared. Null: there was nothing to compare. */
async function finish(
  deps: Deps,
  inScope: InScope,
  due: DueComparison,
  compare: () => Promise<ComparisonResult | null>,
) {
  let compared: ComparisonResult | null = null;
  try {
    compared = await compare();
    const saved = compared;
    await inScope(async (scope) => {
      // A confirming conversation has few of the article's statements, so what it had found otherwise stays.
      if (saved)
        await saveFindingsBesideArticle(deps, scope, saved.conversation.isEvidence ? { ...saved, pageIds: [] } : saved);
      await markConversationCompared(scope, due);
    });
  } catch (error) {
    if (error instanceof ConversationChanged) {
      // The next turn compares it as it is then. Stored answers of a model may hold words of a message that was deleted.
      const ids = compared?.conversation.messages.map(({ externalId }) => externalId) ?? [];
      if (!(error instanceof KnowledgeChanged)) await inScope((scope) => eraseModelAnswers(scope, ids));
      return;
    }
    const { conversationId } = due;
    deps.log.warn({ err: safeDatabaseError(error), conversationId }, "A conversation was not compared with pages");
    await inScope((scope) => markConversationCompared(scope, due));
  }
}

/**
 * The article's statements in the words of this conversation, for those who may read its messages: each begins with a message of it, and
 * otherwise cites only conversations that confirm the article. Null if it has none.
 */
async function listSaid(inScope: InScope, { id, articleId, messages }: StoredConversation) {
  if (articleId === null) return null;
  const { article, confirming } = await inScope(async (scope) => ({
    article: await getArticle(scope, articleId),
    confirming: await listMessageIds(
      scope,
      (await listEvidenceIds(scope, articleId)).filter((other) => other !== id),
    ),
  }));
  const own = new Set(messages.map(({ externalId }) => externalId));
  const said = mapStatements(article, (statement) => {
    const [first = "", ...rest] = statement.sources;
    const isOwn = own.has(first) && rest.every((source) => own.has(source) || confirming.has(source));
    // Words of a person who edited the article are not the chat's.
    if (!isOwn || statement.hand !== undefined) return null;
    return { ...statement, sources: statement.sources.filter((source) => own.has(source)) };
  });
  return listStatements(said).length > 0 ? said : null;
}
