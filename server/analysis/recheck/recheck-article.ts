import { isDeepStrictEqual } from "node:util";
import { CHANGE_WAITS, lettersOf, listStatements, type Statement } from "../../../shared/domain/article.ts";
import { bindToWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import {
  listConversationsOfArticle,
  type StoredConversation,
  storeVerdicts,
} from "../../ingest/conversations/index.ts";
import { getArticle, listSourceEdits, listTagsForEverybody, type SourceEdit } from "../../library/articles/index.ts";
import { mapStatements, markContradictions } from "../../library/dedupe/index.ts";
import { insertVersion, lockArticleRow, saveContent, storeStatements } from "../../library/edit/index.ts";
import { articleChanged } from "../../library/index.ts";
import {
  asksBeforeEdits,
  closeOvertakenEdits,
  deleteRecheck,
  explainRecheck,
  findRecheck,
  postponeRecheck,
  type RecheckRow,
  withdrawArticle,
} from "../../library/retract/index.ts";
import { getDetectionSettings } from "../../settings/index.ts";
import { judgeConversation } from "../judge-conversation.ts";

const KNOWN_TAGS = 50;

/** After this many failed attempts the engine is skipped, and the article keeps the sentences that still have a source. */
const MOST_TRIES = 3;

const CONVERSATION_GOES_ON_SECONDS = 2;

const REMOVED = "What only the deleted messages said was removed, the rest was kept.";
const IN_DOUBT = "The sentences that it no longer says wait for a decision.";

/**
 * Checks one article against its current conversations: compares the confirming ones again, and writes the article anew from the
 * leading one. If people decided the text, or the engine fails, it only removes sentences without a source. Ends the article's
 * wait, or leaves it for a later attempt.
 */
export async function recheckArticle(deps: Deps, recheck: RecheckRow): Promise<void> {
  const { workspaceId, articleId } = recheck;
  const inScope = bindToWorkspace(deps.db, workspaceId);
  const { article, conversations, settings, knownTags } = await inScope(async (scope) => ({
    article: await getArticle(scope, articleId),
    conversations: await listConversationsOfArticle(scope, articleId),
    settings: await getDetectionSettings(scope),
    knownTags: (await listTagsForEverybody(scope)).slice(0, KNOWN_TAGS),
  }));
  if (article.state === "merged") return void (await inScope((scope) => deleteRecheck(scope, articleId)));
  if (article.state === "trashed") return inScope((scope) => leaveInTrash(deps, scope, articleId));
  const judge = async (conversation: StoredConversation) => {
    const channel = await inScope((scope) => getChannel(scope, conversation.channelId));
    const engine = await deps.engines.forWorkspace(workspaceId, channel.id);
    const { verdict } = await judgeConversation(deps, { channel, conversation, engine, settings, knownTags });
    if (verdict) await inScope((scope) => storeVerdicts(scope, [verdict]));
    return verdict;
  };
  const mayTry = recheck.attempts <= MOST_TRIES;
  for (const conversation of conversations) {
    if (mayTry && !isLeading(conversation) && conversation.fingerprint === "") await judge(conversation);
  }
  const [leading] = conversations.filter(isLeading);
  if (leading && mayTry) {
    // The empty fingerprint forces judging again, because a worker that died may have stored its verdict without the article.
    const verdict = await judge({ ...leading, fingerprint: "" });
    if ((await inScope((scope) => findRecheck(scope, articleId))) === null) return;
    return inScope((scope) =>
      postponeRecheck(scope, articleId, CONVERSATION_GOES_ON_SECONDS, { counts: verdict?.finding === null }),
    );
  }
  await inScope((scope) => keepWhatIsLeft(deps, scope, articleId, conversations));
}

/** A conversation with erased messages is incomplete, so it only confirms an article and leads none. */
const isLeading = ({ isEvidence, hasForgotten }: StoredConversation) => !isEvidence && !hasForgotten;

/** An article in the trash is not rewritten before it is restored, but erased text leaves its remaining pages. */
async function leaveInTrash(deps: Deps, scope: WorkspaceScope, articleId: string): Promise<void> {
  await lockArticleRow(scope, articleId);
  const recheck = await deleteRecheck(scope, articleId);
  if (recheck?.hasErased) await articleChanged.announce(deps, scope, { articleId });
}

/** Updates an article without the engine: removes statements without a source, and marks those with an edited source as doubtful. */
async function keepWhatIsLeft(
  deps: Deps,
  scope: WorkspaceScope,
  articleId: string,
  conversations: StoredConversation[],
): Promise<void> {
  const locked = await lockArticleRow(scope, articleId);
  if (!locked) return;
  // An edit that was taken back is in no doubt; one that still waits is marked again.
  const article = mapStatements(locked, withoutWaiting);
  if (article.summary.length === 0 && article.body.length === 0) {
    await withdrawArticle(deps, scope, {
      articleId,
      conversation: conversations[0] ?? null,
      channelName: article.channelName,
    });
    return;
  }
  const recheck = await deleteRecheck(scope, articleId);
  if (!recheck) return;
  const edits = await listSourceEdits(scope, [articleId]);
  const doubt = (await asksBeforeEdits(scope, article)) ? CHANGE_WAITS : EDITED;
  if (await closeOvertakenEdits(scope, articleId, edits)) await deps.events.notify(scope, { type: "inbox" });
  // A contradicted sentence is asked about already.
  const shown = listStatements(await markContradictions(scope, article));
  const { summary, body } = mapStatements({ summary: article.summary, body: article.body }, (statement, place) =>
    shown[place]?.doubt && !statement.doubt ? statement : marked(statement, edits, doubt),
  );
  // An edit that the article already followed is in its history once.
  const isSame = isDeepStrictEqual({ summary, body }, { summary: locked.summary, body: locked.body });
  if (!recheck.hasErased && (isSame || doubt === CHANGE_WAITS)) {
    if (!isSame) await storeStatements(scope, articleId, { summary, body });
    return deps.events.notify(scope, { type: "article", id: articleId });
  }
  const version = article.version + 1;
  const wasRemoved = recheck.hasErased && recheck.causes.some(({ what }) => what === "deleted");
  const isInDoubt = listStatements({ summary, body }).some(({ doubt }) => doubt === EDITED);
  const reason = [
    explainRecheck(recheck.causes) ?? "Its sources changed.",
    ...(wasRemoved ? [REMOVED] : []),
    ...(isInDoubt ? [IN_DOUBT] : []),
  ].join(" ");
  await saveContent(scope, articleId, { summary, body, version });
  await insertVersion(scope, articleId, { ...article, summary, body, version }, { reason });
  await articleChanged.announce(deps, scope, { articleId });
  await deps.events.notify(scope, { type: "article", id: articleId });
}

function withoutWaiting({ doubt, ...statement }: Statement): Statement {
  return doubt === undefined || doubt === CHANGE_WAITS ? statement : { ...statement, doubt };
}

const EDITED = "The message behind this sentence was edited since.";

/** A sentence is not in doubt if its message still says it, or if a person kept it after the edit. */
function marked(statement: Statement, edits: SourceEdit[], doubt: string): Statement {
  const isMet = edits.some(
    ({ id, now, mark }) =>
      statement.sources.includes(id) &&
      !statement.keptDespite?.includes(mark) &&
      !lettersOf(now).includes(lettersOf(statement.text)),
  );
  return isMet ? { ...statement, doubt } : statement;
}
