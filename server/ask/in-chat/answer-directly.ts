import type { ThreadAnswering } from "../../../connectors/chat-source.ts";
import { NotFound } from "../../../connectors/errors.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import type { ChatIntegrationRow } from "../../integrations/index.ts";
import type { Question } from "../ask-question.ts";
import type { ChatAnswerRow } from "./chat-answer-queries.ts";
import { findMemberInChat } from "./private-question-queries.ts";
import { removeMention } from "./remove-mention.ts";

/** The place for an answer, and the integration that posts it. */
export interface AnswerPlace {
  answers: ThreadAnswering<Record<string, string>>;
  integration: ChatIntegrationRow;
  config: Record<string, string>;
  isWanted: boolean;
  /** Asked in a direct conversation with the app. */
  isDirect: boolean;
  at: { id: string; channelId: string; threadId: string };
}

export interface ReaderQuestion extends Question {
  /** The member whose permissions apply; null for a non-member, who gets only what the whole workspace may read. */
  reader: string | null;
}

/** Reads the question's current text; null if it was deleted. Non-members get only answers that the whole workspace may read. */
export async function readDirectQuestion(
  deps: Deps,
  { workspaceId, questionId, askedBy }: ChatAnswerRow,
  { answers, integration, config, at }: AnswerPlace,
  signal: AbortSignal,
): Promise<ReaderQuestion | "guest" | "stranger" | null> {
  const { directly } = answers;
  const said = (await directly?.read(config, { ...at, messageId: questionId }, signal).catch(nothingUnlessFound)) ?? [];
  const place = said.findIndex(({ messageId, by }) => messageId === questionId && by === askedBy);
  const question = removeMention(said[place]?.text ?? "");
  if (question === "") return null;
  const member = await inWorkspace(deps.db, workspaceId, (scope) => findMemberInChat(scope, integration, askedBy));
  if (!member && directly?.forMembersAlone) return "stranger";
  const isGuest = !member && (await answers.isGuest(config, askedBy, at.channelId, signal).catch(treatUnknownAsGuest));
  if (isGuest) return "guest";
  const previous = said.slice(0, place).findLast(({ by }) => by === askedBy)?.text ?? null;
  return { question, previous: previous && removeMention(previous), reader: member?.userId ?? null };
}

/** A person whom the platform does not know counts as a guest of another company. */
export function treatUnknownAsGuest(error: unknown): true {
  if (error instanceof NotFound) return true;
  throw error;
}

/** The thread of a deleted first message is gone, which counts as empty. */
function nothingUnlessFound(error: unknown): [] {
  if (error instanceof NotFound) return [];
  throw error;
}
