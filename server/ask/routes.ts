import type { FastifyInstance } from "fastify";
import { type AskAnswer, askEndpoints } from "../../shared/contract/ask.ts";
import { inWorkspaceAs, type ReaderScope } from "../db/audience.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { serve } from "../http/routes.ts";
import { answerView } from "./answer-view.ts";
import { findAnswer } from "./find-answer.ts";
import { noteQuestion } from "./open-questions/note-question.ts";

export function askRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, askEndpoints, {
    "POST /api/ask": async ({ viewer, body: { question } }) => {
      const answer = await askQuestion(deps, question, (work) => inWorkspaceAs(deps.db, viewer, work));
      const asker = { userId: viewer.userId, words: question.trim() };
      await inWorkspace(deps.db, viewer.workspaceId, (scope) => noteQuestion(scope, asker, { question, ...answer }));
      return answer;
    },
  });
}

/** Answers from what the reader of `asReader` may read. The question is encoded outside of the transaction. */
export async function askQuestion(
  deps: Pick<Deps, "connectors" | "encoder">,
  question: string,
  asReader: (work: (scope: ReaderScope) => Promise<AskAnswer>) => Promise<AskAnswer>,
): Promise<AskAnswer> {
  const [meaning] = (await deps.encoder?.encode([question])) ?? [];
  return asReader(async (scope) => answerView(deps, scope, await findAnswer(scope, question, meaning)));
}
