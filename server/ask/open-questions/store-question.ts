import type { ArticleAnswer } from "../../../shared/contract/ask.ts";
import type { PersonScope } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { removeMention } from "../in-chat/remove-mention.ts";
import {
  deleteOwnQuestions,
  insertQuestion,
  listRecentQuestions,
  lockQuestions,
  markForCheck,
} from "./question-queries.ts";
import { findSameQuestion } from "./same-question.ts";

/** The origin of a question: a message in a channel, or a person in the product. */
export type QuestionOrigin =
  | Record<"channelId" | "messageId" | "threadId" | "askedBy", string>
  | { userId: string; words: string; asking?: string | undefined };

/**
 * Stores an unanswered question and groups it with earlier equal ones. Stores a person's repeated questions in the product once a
 * day.
 */
export async function storeOpenQuestion(
  scope: WorkspaceScope,
  asker: QuestionOrigin,
  {
    question,
    verdict,
    articles,
  }: { question: string; articles: readonly { id: string }[] } & Pick<ArticleAnswer, "verdict">,
): Promise<void> {
  await lockQuestions(scope);
  const asked = (await listRecentQuestions(scope)).map((one) => ({
    ...one,
    text: one.userId ? one.text : removeMention(one.text),
  }));
  const same = findSameQuestion(question, asked);
  if (verdict === "answered") {
    if (same) await markForCheck(scope, same.groupId);
    return;
  }
  const { userId, asking } = { userId: null, asking: undefined, ...asker };
  if (userId && asked.some((one) => one.userId === userId && one.isToday && one.groupId === same?.groupId)) return;
  await insertQuestion(scope, {
    ...asker,
    id: asking ?? newId(),
    groupId: same?.groupId ?? newId(),
    near: articles.map(({ id }) => id),
  });
}

type OwnQuestion = Record<"asking" | "question", string>;

/** The group under Open Questions of which this person's question is; undefined where it is not listed. */
export async function findOwnGroup(scope: PersonScope, { asking, question }: OwnQuestion): Promise<string | undefined> {
  const own = (await listRecentQuestions(scope)).filter(({ userId }) => userId === scope.reader);
  return (own.find(({ id }) => id === asking) ?? findSameQuestion(question, own))?.groupId;
}

export async function removeOwnQuestion(scope: PersonScope, own: OwnQuestion): Promise<void> {
  await lockQuestions(scope);
  const groupId = await findOwnGroup(scope, own);
  if (groupId) await deleteOwnQuestions(scope, groupId);
}
