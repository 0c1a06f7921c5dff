import type { FastifyInstance } from "fastify";
import { answerEndpoints } from "../../../shared/contract/answers.ts";
import type { AnswerVote } from "../../../shared/domain/ask.ts";
import { inWorkspaceAs, type PersonScope } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { notFound, nullIfNotFound } from "../../errors.ts";
import { serveEndpoints } from "../../http/routes.ts";
import { reportProblem, withdrawReports } from "../../inbox/index.ts";
import { findPeopleNames } from "../../library/edit/index.ts";
import { removeOwnQuestion, storeOpenQuestion } from "../open-questions/store-question.ts";
import { isOwnAnswer, listShownArticles, markResultOpened, writeVote } from "./given-answer-queries.ts";

interface GivenVote {
  vote: AnswerVote | null;
  question: string;
  note?: string | undefined;
}

export function answerRoutes(app: FastifyInstance, deps: Deps): void {
  serveEndpoints(app, answerEndpoints, {
    "PUT /api/answers/:id": ({ viewer, params: { id }, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        if (!(await writeVote(scope, id, body.vote))) throw notFound("answer");
        await withdrawReports(deps, scope, id);
        await complain(deps, scope, id, body);
        return { success: true as const };
      }),

    "PUT /api/answers/:id/listing": ({ viewer, params: { id }, body: { question, isListed, draft } }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        if (!(await isOwnAnswer(scope, id))) throw notFound("answer");
        const own = { asking: id, question: question.trim() };
        const near = [...(draft ? [draft] : []), ...(await listShownArticles(scope, id))];
        if (isListed) await listQuestion(scope, own, near);
        else await removeOwnQuestion(scope, own);
        return { success: true as const };
      }),

    "POST /api/answers/:id/opened": ({ viewer, params: { id }, body }) =>
      inWorkspaceAs(deps.db, viewer, async (scope) => {
        if (!(await markResultOpened(scope, id, body))) throw notFound("answer");
        return { success: true as const };
      }),
  });
}

/** Adds a report to each article whose sentences were shown, if the person may still read it. A wrong answer leaves the question open, and so does one from pages alone, of which nothing is reported. */
async function complain(deps: Deps, scope: PersonScope, answerId: string, { vote, question, note = "" }: GivenVote) {
  if (vote === null || vote === "right") return;
  const articleIds = await listShownArticles(scope, answerId);
  if (vote === "wrong" || articleIds.length === 0)
    await listQuestion(scope, { asking: answerId, question: question.trim() }, articleIds);
  const reportedBy = (await findPeopleNames(scope, [scope.reader])).get(scope.reader) ?? "Somebody";
  for (const articleId of articleIds) {
    const about = { id: answerId, question, complaint: vote };
    await reportProblem(deps, scope, { articleId, text: note, reportedBy, about }).catch(nullIfNotFound);
  }
}

const listQuestion = (
  scope: PersonScope,
  { asking, question }: Record<"asking" | "question", string>,
  articleIds: string[],
) =>
  storeOpenQuestion(
    scope,
    { userId: scope.reader, words: question, asking },
    { question, verdict: "near", articles: articleIds.map((id) => ({ id })) },
  );
