import type {
  ChatInteraction,
  ChatReply,
  DirectQuestion,
  PrivateQuestion,
  ThreadArticleRequest,
} from "../../../connectors/chat-source.ts";
import { BRAND } from "../../../shared/domain/brand.ts";
import { newId } from "../../db/new-id.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { countWithinLimit } from "../../http/rate-limit.ts";
import { WORK_LIMITS } from "../../http/work-limits.ts";
import { handlePress, handleStillRight } from "../../inbox/index.ts";
import type { EventReceiver, InteractionOrigin } from "../../ingest/live/index.ts";
import { findChatSource } from "../../integrations/index.ts";
import { getThreadField } from "./article-of-thread.ts";
import { chooseDirectIntegration, requestDirectAnswer } from "./chat-answer-queries.ts";
import { handleVote } from "./handle-vote.ts";
import { chooseAnsweringIntegration, requestPrivateAnswer } from "./private-question-queries.ts";
import { suggestQuestions } from "./suggest-questions.ts";

const HELP = `Ask what your team has explained, for example: /lorekeep how do I reset my password? ${BRAND} answers with what people said in the chat, and where. Only you see the answer.`;
const LOOKING = "Looking it up. The answer comes here in a moment, and only you see it.";
const READING = `${BRAND} is reading this thread. What came of it is said here, and only you see it.`;
const TOO_MANY = "Too many questions are being asked just now. Ask again in a minute.";
const SWITCHED_OFF = `${BRAND} is switched off here. Ask an admin of your workspace.`;

/** Handles a person's interaction in the chat. The platform waits only three seconds, so longer work is enqueued. */
export function handleChatInteraction(
  deps: Deps,
  given: ChatInteraction,
  origin: InteractionOrigin,
): Promise<ChatReply> {
  const { receivers } = origin;
  if ("rightToken" in given) return handleStillRight(deps, given, origin);
  if ("directWith" in given) return takeDirectQuestion(deps, given, receivers);
  if ("openedWith" in given) return suggestQuestions(deps, given, receivers);
  if ("votedAnswer" in given) return handleVote(deps, given, receivers);
  if ("wishedThread" in given) return takeWish(deps, given, origin);
  return "requestId" in given ? takeQuestion(deps, given, origin) : handlePress(deps, given, origin);
}

const privateAnswersOf = ({ connectors }: Deps, { platform }: InteractionOrigin) =>
  findChatSource(connectors, platform)?.answers?.privately;

async function takeQuestion(deps: Deps, asked: PrivateQuestion, origin: InteractionOrigin): Promise<ChatReply> {
  const { receivers } = origin;
  const privately = privateAnswersOf(deps, origin);
  if (!privately || receivers.length === 0) return null;
  if (asked.question === "" || asked.question === "help") return privately.acknowledge(HELP);
  const answering = await chooseAnsweringIntegration(deps.db, receivers, asked.channelId);
  if (!answering) return privately.acknowledge(SWITCHED_OFF);
  const { workspaceId, id } = answering;
  if (!(await countWithinLimit(deps.db, `ask of ${workspaceId}`, WORK_LIMITS.ask)))
    return privately.acknowledge(TOO_MANY);
  await inWorkspace(deps.db, workspaceId, (scope) => requestPrivateAnswer(scope, deps.secrets, id, asked));
  return privately.acknowledge(LOOKING);
}

/** Enqueues the answer to a direct question. An edited or deleted question updates its answer in every workspace. */
async function takeDirectQuestion(deps: Deps, asked: DirectQuestion, receivers: EventReceiver[]): Promise<ChatReply> {
  const [answering] = asked.hasChanged ? [] : [await chooseDirectIntegration(deps.db, receivers, asked.by)];
  for (const { workspaceId, id } of asked.hasChanged ? receivers : answering ? [answering] : [])
    await inWorkspace(deps.db, workspaceId, (scope) => requestDirectAnswer(scope, id, asked));
  return null;
}

/** The platform does not display the response to this request, so the person gets a separate message in the background. */
async function takeWish(deps: Deps, wish: ThreadArticleRequest, origin: InteractionOrigin): Promise<ChatReply> {
  const { receivers } = origin;
  const privately = privateAnswersOf(deps, origin);
  if (!privately || receivers.length === 0) return null;
  const answering = await chooseAnsweringIntegration(deps.db, receivers, wish.channelId);
  const say = (lead: string) =>
    void privately
      .tell(
        wish.replyAt,
        { id: newId(), lead, sentences: [], article: null, ...getThreadField(wish) },
        AbortSignal.timeout(3000),
      )
      .catch(() => deps.log.warn("Who asked for an article in the chat could not be told that it was heard"));
  if (!answering) {
    say(SWITCHED_OFF);
    return null;
  }
  const { workspaceId, id } = answering;
  if (!(await countWithinLimit(deps.db, `ask of ${workspaceId}`, WORK_LIMITS.ask))) {
    say(TOO_MANY);
    return null;
  }
  const isNew = await inWorkspace(deps.db, workspaceId, (scope) => requestPrivateAnswer(scope, deps.secrets, id, wish));
  if (isNew) say(READING);
  return null;
}
