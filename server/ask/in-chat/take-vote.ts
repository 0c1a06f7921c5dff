import type { AnswerVotePress, ChatReply } from "../../../connectors/chat-source.ts";
import { newId } from "../../db/new-id.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { nullIfNotFound } from "../../errors.ts";
import { reportProblem, takeReportsBack } from "../../inbox/index.ts";
import type { Receiver } from "../../ingest/index.ts";
import { getChatIntegration } from "../../integrations/index.ts";
import { namesOfPeople } from "../../library/index.ts";
import { writeVoteInChat } from "../feedback/given-answer-queries.ts";
import { findPostedAnswer, readAsked } from "./chat-answer-queries.ts";
import { findMemberInChat } from "./private-question-queries.ts";
import { questionIn } from "./question-in.ts";

const TOLD = {
  right: "Thank you. It counts as answered.",
  wrong: "Thank you. It waits in the inbox of the article, where somebody looks after it.",
  "not-asked": "Only whoever asked can say whether the answer is right. Nothing was counted.",
  over: "This answer does not stand any more. Nothing was counted.",
} as const;
type Outcome = keyof typeof TOLD;

/** Whoever asked says in the chat whether they were answered; whoever pressed is told, alone, what came of it. */
export async function takeVote(deps: Deps, press: AnswerVotePress, receivers: Receiver[]): Promise<ChatReply> {
  let outcome: Outcome = "over";
  for (const receiver of receivers) {
    const found = await voteIn(deps, press, receiver);
    if (found) outcome = found;
  }
  const { replyAt, shownIn } = press;
  if (replyAt !== null)
    void deps.connectors.sources.slack.answers?.privately
      ?.tell(
        replyAt,
        { id: newId(), lead: TOLD[outcome], sentences: [], article: null, ...(shownIn !== null && { shownIn }) },
        AbortSignal.timeout(3000),
      )
      .catch(() => deps.log.warn("Who said what they think of an answer could not be told that it was heard"));
  return null;
}

/** Null: the answer is not of this workspace. The last thing that somebody says counts. */
async function voteIn(deps: Deps, press: AnswerVotePress, { workspaceId }: Receiver): Promise<Outcome | null> {
  const { votedAnswer, by, vote } = press;
  return inWorkspace(deps.db, workspaceId, async (scope) => {
    const row = await findPostedAnswer(scope, votedAnswer);
    if (!row) return null;
    if (row.askedBy !== by) return "not-asked";
    const { articleId, integrationId } = row;
    if (row.state !== "answered" || articleId === null) return "over";
    const integration = integrationId === null ? null : await getChatIntegration(scope, integrationId);
    const member = integration && (await findMemberInChat(scope, integration, by));
    await writeVoteInChat(scope, { id: row.id, userId: member?.userId ?? null, articleId, vote });
    const reader = { ...scope, reader: member?.userId ?? null };
    await takeReportsBack(deps, reader, row.id);
    if (vote === "right") return vote;
    const name = member && (await namesOfPeople(scope, [member.userId])).get(member.userId);
    // What was asked in a conversation with our app alone is kept nowhere.
    const question = row.channelId === null ? "" : questionIn((await readAsked(scope, row)) ?? "");
    const about = { id: row.id, question: question || "a question in the chat", complaint: vote };
    await reportProblem(deps, reader, { articleId, text: "", reportedBy: name ?? "Somebody in the chat", about }).catch(
      nullIfNotFound,
    );
    return vote;
  });
}
