import { can, explainWhoMay } from "../../../shared/domain/access.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { getRun, type RunRow, startRun } from "../../analysis/index.ts";
import { recordChange } from "../../audit/index.ts";
import { mayReadChannels, scopeForReader } from "../../db/audience.ts";
import { bindToWorkspace, inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { readMembers } from "../../ingest/audiences/index.ts";
import { getChannel } from "../../ingest/channels/index.ts";
import { findThreadKeys, listConversations } from "../../ingest/conversations/index.ts";
import { isSharingRefused, SHARED_CHANNEL_TROUBLE } from "../../ingest/live/index.ts";
import type { ChatIntegrationRow } from "../../integrations/index.ts";
import {
  type ArticleRow,
  isAwaitingReview,
  listArticlesById,
  listReadableArticles,
} from "../../library/articles/index.ts";
import type { AnswerReply } from "./answer-words.ts";
import {
  encryptPendingReply,
  findMemberInChat,
  findMonitoredChannel,
  type MemberInChat,
  type PrivateQuestionRow,
  type StoredArticleRequest,
  writePrivateQuestion,
} from "./private-question-queries.ts";

/** Gives up on a thread with more conversations than this. */
const MOST_CONVERSATIONS = 10;
const LOOK_AGAIN_MS = 500;

const NOT_READ = `${BRAND} does not read this channel. Ask an admin of your workspace to add it under Collaboration Tools.`;
const NOT_KNOWN = `${BRAND} makes articles for members of its workspace. None of them has proven the address that you have here: ask an admin to invite you.`;
const NOT_FOR_YOU = "What is written from this channel is not for you to read, so nothing was done.";
const NOTHING =
  "This holds nothing that others could use, as far as can be told. To write it yourself, say in this thread in whole sentences what to do and why, and choose the shortcut again: the article is made of what is said.";
const WAITS = "The messages of your plan are used up. This thread is analyzed when there are new ones.";
const UNREADABLE = "The thread could not be read. Try again in a minute.";

export const getThreadField = ({ shownIn: thread }: Pick<StoredArticleRequest, "shownIn">) =>
  thread === null ? {} : { shownIn: thread };

/** Returns the reply to the person; null if it is not known yet, so that the row is claimed again later. */
export async function replyToArticleRequest(
  deps: Deps,
  row: PrivateQuestionRow,
  wish: StoredArticleRequest,
  integration: ChatIntegrationRow,
): Promise<AnswerReply | null> {
  const inScope = bindToWorkspace(deps.db, row.workspaceId);
  const channelId = await inScope((scope) => findMonitoredChannel(scope, integration.id, row.channelExternalId));
  if (!channelId) return words(NOT_READ);
  const member = await memberBehind(deps, row, integration, channelId);
  if (!member) return words(NOT_KNOWN);
  return inScope(async (scope) => {
    const why = await whyNot(scope, member, channelId);
    if (why !== null) return words(why);
    if (wish.runId === null) {
      await begin(deps, scope, { row, wish, member, channelId });
      return null;
    }
    const run = await getRun(scope, wish.runId);
    if (run.state === "queued" || run.state === "running") {
      await writePrivateQuestion(scope, row, { nextAttemptAt: new Date(Date.now() + LOOK_AGAIN_MS) });
      return null;
    }
    return outcomeOf(deps, scope, { run, wish, member, channelId });
  });
}

const words = (lead: string, article: AnswerReply["article"] = null): AnswerReply => ({ lead, sentences: [], article });

/** Finds the member; if unknown, reads the channel's members from the platform and tries again. */
async function memberBehind(
  deps: Deps,
  row: PrivateQuestionRow,
  integration: ChatIntegrationRow,
  channelId: string,
): Promise<MemberInChat | null> {
  const find = () =>
    inWorkspace(deps.db, row.workspaceId, (scope) => findMemberInChat(scope, integration, row.askedBy));
  const known = await find();
  if (known) return known;
  await readMembers(deps, row.workspaceId, channelId);
  return find();
}

async function whyNot(scope: WorkspaceScope, member: MemberInChat, channelId: string): Promise<string | null> {
  if (!can(member, "change", "analysis")) return explainWhoMay("change", "analysis");
  if (isSharingRefused(await getChannel(scope, channelId))) return SHARED_CHANNEL_TROUBLE;
  return (await mayReadChannels(scopeForReader(scope, member.userId), [channelId])) ? null : NOT_FOR_YOU;
}

interface RequestToBegin {
  wish: StoredArticleRequest;
  member: MemberInChat;
  channelId: string;
}

/** Starts a check of the channel limited to this thread, so that review, audience and plan apply as usual. */
async function begin(
  deps: Deps,
  scope: WorkspaceScope,
  { row, wish, member, channelId }: RequestToBegin & { row: PrivateQuestionRow },
): Promise<void> {
  const { userId } = member;
  const entry = { actor: "chat", doneBy: userId, action: "chat article", thing: "articles", thingIds: [] } as const;
  const input = { channelIds: [channelId], threadId: wish.wishedThread };
  const run = await recordChange(scope, { ...entry, thingIds: [] }, () =>
    startRun(deps, scope, { kind: "analyse", input, requestedBy: userId }),
  );
  const sealed = encryptPendingReply(deps.secrets, row, { ...wish, runId: run.id });
  const isMine = await writePrivateQuestion(scope, row, {
    sealed,
    nextAttemptAt: new Date(Date.now() + LOOK_AGAIN_MS),
  });
  if (!isMine) throw new Error("Another worker has taken this wish up");
}

async function outcomeOf(
  deps: Deps,
  scope: WorkspaceScope,
  { run, wish, member, channelId }: RequestToBegin & { run: RunRow },
): Promise<AnswerReply> {
  if (run.state === "failed") return words(run.error ?? UNREADABLE);
  const keys = await findThreadKeys(scope, channelId, wish.wishedThread);
  const found = await listConversations(scope, { channelId, keys, after: "", limit: MOST_CONVERSATIONS });
  const ids = found.flatMap(({ articleId }) => articleId ?? []);
  const [article] = await listReadableArticles(scopeForReader(scope, member.userId), ids);
  if (article)
    return words(leadFor(article), { title: "read it", url: `${deps.env.PUBLIC_URL}/articles/${article.id}` });
  const [hidden] = await listArticlesById(scope, ids);
  if (hidden) return words(NOT_FOR_YOU);
  if (found.length === 0) return words(UNREADABLE);
  return words(found.some(({ fingerprint }) => fingerprint === "") ? WAITS : NOTHING);
}

function leadFor({ state }: ArticleRow): string {
  if (isAwaitingReview(state))
    return "The article is written. It is on no page until somebody has read it: it waits in the inbox.";
  if (state === "stands" || state === "library-only") return "There is an article of this thread.";
  return "There was an article of this thread. It is not shown to others now, and this changes nothing about that.";
}
