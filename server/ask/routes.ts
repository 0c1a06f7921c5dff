import type { FastifyInstance } from "fastify";
import { askEndpoints } from "../../shared/contract/ask.ts";
import { inWorkspaceAs } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { serve } from "../http/routes.ts";
import { askQuestion, inOneSentence } from "./ask-question.ts";
import { readVote } from "./feedback/given-answer-queries.ts";
import { noteAnswer } from "./feedback/note-answer.ts";
import { noteQuestion } from "./open-questions/note-question.ts";

export function askRoutes(app: FastifyInstance, deps: Deps): void {
  serve(app, askEndpoints, {
    "POST /api/ask": async ({ viewer, body: { question: words, previous = null, asking } }) => {
      const asked = { question: words, previous };
      const answer = await askQuestion(deps, asked, (work) => inWorkspaceAs(deps.db, viewer, work));
      const question = inOneSentence(asked);
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
