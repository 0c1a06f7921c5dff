import { inWorkspaceAs, inWorkspaceAsEverybody } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import { safeDatabaseError } from "../../db/pool.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { notifyOfAnswer } from "../../notifications/index.ts";
import type { AsReader } from "../as-reader.ts";
import { removeMention } from "../in-chat/remove-mention.ts";
import { beginAnswer } from "../write-answer.ts";
import { insertPost } from "./post-queries.ts";
import { type DueQuestion, listQuestionsToCheck, reopenQuestions, storeCheckResult } from "./question-queries.ts";

const AT_ONCE = 50;

/** Marks open questions that articles answer by now, and tells their askers. */
export async function checkOpenQuestions(deps: Deps, signal?: AbortSignal): Promise<void> {
  await reopenQuestions(deps.db);
  for (const due of await listQuestionsToCheck(deps.db, AT_ONCE)) {
    signal?.throwIfAborted();
    await check(deps, due).catch((error: unknown) =>
      deps.log.warn({ err: safeDatabaseError(error), question: due.id }, "An open question was not looked at"),
    );
  }
}

/**
 * Searches with the asker's permissions, or those of everybody for a channel. If there is a model, it has to agree that the
 * sentences answer. The asker is told in the same transaction, so only once.
 */
async function check(deps: Deps, { workspaceId, id, userId, text }: DueQuestion): Promise<void> {
  const asked = { question: userId ? text : removeMention(text), previous: null };
  const asReader: AsReader = (work) =>
    userId ? inWorkspaceAs(deps.db, { workspaceId, userId }, work) : inWorkspaceAsEverybody(deps.db, workspaceId, work);
  const { answer, write } = await beginAnswer(deps, { workspaceId, asked, asReader }, { isOfArticles: true });
  const { verdict, articles } = answer.verdict === "answered" && write ? await write() : answer;
  const articleId = verdict === "answered" ? (articles[0]?.id ?? null) : null;
  await inWorkspace(deps.db, workspaceId, async (scope) => {
    const asked = await storeCheckResult(scope, id, { articleId, near: articles.map((article) => article.id) });
    if (!asked || !articleId) return;
    if (asked.userId) return notifyOfAnswer(deps, scope, { userId: asked.userId, articleId, mark: `question ${id}` });
    const { channelId, threadId, askedBy } = asked;
    if (channelId && threadId && askedBy)
      await insertPost(scope, { id: newId(), questionId: id, kind: "tell", channelId, threadId, personId: askedBy });
  });
}
