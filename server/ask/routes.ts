import type { FastifyInstance } from "fastify";
import { type AskAnswer, askEndpoints } from "../../shared/contract/ask.ts";
import { inWorkspaceAs, type ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { serve } from "../http/routes.ts";
import { answerView } from "./answer-view.ts";
import { readVote } from "./feedback/given-answer-queries.ts";
import { noteAnswer } from "./feedback/note-answer.ts";
import { findAnswer } from "./find-answer.ts";
import { noteQuestion } from "./open-questions/note-question.ts";

export function askRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, askEndpoints, {
    "POST /api/ask": async ({ viewer, body: { question, asking } }) => {
      const answer = await askQuestion(deps, question, (work) => inWorkspaceAs(deps.db, viewer, work));
      const asker = { userId: viewer.userId, words: question.trim() };
      const vote = await inWorkspaceAs(deps.db, viewer, async (scope) => {
        await noteQuestion(scope, asker, { question, ...answer });
        if (!asking) return null;
        await noteAnswer(deps, scope, { asking, question, answer });
        return readVote(scope, asking);
      });
      return { ...answer, vote };
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
