import type { AnswerVotePress, ChatReply } from "../../../connectors/chat-source.ts";
import { inWorkspace, type WorkspaceScope } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { nullIfNotFound } from "../../errors.ts";
import { reportProblem, withdrawReports } from "../../inbox/index.ts";
import type { EventReceiver } from "../../ingest/live/index.ts";
import { findChatSource, getChatIntegration, openChatConfig } from "../../integrations/index.ts";
import { findPeopleNames } from "../../library/edit/index.ts";
import { writeVoteInChat } from "../feedback/given-answer-queries.ts";
import { type ChatAnswerRow, findPostedAnswer, readQuestionText } from "./chat-answer-queries.ts";
import { findMemberInChat } from "./private-question-queries.ts";
import { removeMention } from "./remove-mention.ts";

const LONGEST_REPLY_MS = 3000;
const TOLD = {
  right: "Thank you. It counts as answered.",
  wrong: "Thank you. It is in the inbox now, where somebody reviews it.",
  "not-asked": "Only whoever asked can say whether the answer is right. Nothing was counted.",
  "of-a-page":
    "Thank you. This answer is from a page of your wiki: whoever looks after the page can correct it. Nothing was counted.",
  over: "This answer does not stand any more. Nothing was counted.",
} as const;
type VoteOutcome = keyof typeof TOLD;

interface VoteReply {
  outcome: VoteOutcome;
  isDirect: boolean;
  /** The integration whose credentials send the reply. */
  by: EventReceiver;
}

/** Stores the asker's vote on an answer in the chat, and tells the person privately what happened. */
export async function handleVote(deps: Deps, press: AnswerVotePress, receivers: EventReceiver[]): Promise<ChatReply> {
  const [first] = receivers;
  if (!first) return null;
  let heard: VoteReply = { outcome: "over", isDirect: false, by: first };
  for (const receiver of new Map(receivers.map((one) => [one.workspaceId, one])).values())
    heard = (await voteIn(deps, press, receiver)) ?? heard;
  replyToVoter(deps, press, heard).catch(() =>
    deps.log.warn("Who said what they think of an answer could not be told that it was heard"),
  );
  return null;
}

async function replyToVoter(deps: Deps, press: AnswerVotePress, { outcome, isDirect, by }: VoteReply): Promise<void> {
  const integration = await inWorkspace(deps.db, by.workspaceId, (scope) => getChatIntegration(scope, by.id));
  const { answers } = findChatSource(deps.connectors, integration.platform) ?? {};
  const config = openChatConfig(deps.secrets, integration);
  await answers?.replyToVoter(config, { ...press, isDirect }, TOLD[outcome], AbortSignal.timeout(LONGEST_REPLY_MS));
}

/** Returns null if the answer belongs to another workspace. */
async function voteIn(deps: Deps, press: AnswerVotePress, receiver: EventReceiver): Promise<VoteReply | null> {
  return inWorkspace(deps.db, receiver.workspaceId, async (scope) => {
    const row = await findPostedAnswer(scope, press.votedAnswer);
    if (!row) return null;
    const { integrationId } = row;
    return {
      outcome: await count(deps, scope, press, row),
      isDirect: row.channelId === null,
      by: integrationId === null ? receiver : { ...receiver, id: integrationId },
    };
  });
}

/** A later vote replaces an earlier one. */
async function count(
  deps: Deps,
  scope: WorkspaceScope,
  { by, vote }: AnswerVotePress,
  row: ChatAnswerRow,
): Promise<VoteOutcome> {
  if (row.askedBy !== by) return "not-asked";
  const { articleId, integrationId } = row;
  if (row.state === "answered" && articleId === null && Object.keys(row.pageCites).length > 0) return "of-a-page";
  if (row.state !== "answered" || articleId === null) return "over";
  const integration = integrationId === null ? null : await getChatIntegration(scope, integrationId);
  const member = integration && (await findMemberInChat(scope, integration, by));
  await writeVoteInChat(scope, { id: row.id, userId: member?.userId ?? null, articleId, vote });
  const reader = { ...scope, reader: member?.userId ?? null };
  await withdrawReports(deps, reader, row.id);
  if (vote === "right") return vote;
  const name = member && (await findPeopleNames(scope, [member.userId])).get(member.userId);
  // The text of a question in a direct conversation is not stored.
  const question = row.channelId === null ? "" : removeMention((await readQuestionText(scope, row)) ?? "");
  const about = { id: row.id, question: question || "a question in the chat", complaint: vote };
  await reportProblem(deps, reader, { articleId, text: "", reportedBy: name ?? "Somebody in the chat", about }).catch(
    nullIfNotFound,
  );
  return vote;
}
