import type { FastifyInstance } from "fastify";
import { askEndpoints } from "../../shared/contract/ask.ts";
import { can } from "../../shared/domain/access.ts";
import { inWorkspaceAs } from "../db/audience.ts";
import { UNREVIEWED } from "../db/listed-articles.ts";
import type { Deps } from "../deps.ts";
import { type EndpointRequest, serve } from "../http/routes.ts";
import type { AsReader } from "./as-reader.ts";
import { askQuestion, standaloneQuestion } from "./ask-question.ts";
import { readVote } from "./feedback/given-answer-queries.ts";
import { noteAnswer } from "./feedback/note-answer.ts";
import { noteQuestion } from "./open-questions/note-question.ts";
import { streamAnswer, wantsEvents, watchDisconnects } from "./stream-answer.ts";
import { isToBeWritten, type WriteOptions, withWritten, writeAnswer } from "./write-answer.ts";

type AskRequest = EndpointRequest<(typeof askEndpoints)["POST /api/ask"]>;

export function askRoutes(app: FastifyInstance, deps: Deps): void {
  const signalOf = watchDisconnects(app);
  serve(app, askEndpoints, {
    "POST /api/ask": async (given) => {
      const { viewer, body, request, reply } = given;
      const signal = signalOf(reply);
      const answer = await findAndNoteAnswer(deps, given);
      const asked = { question: body.question, previous: body.previous ?? null };
      const asReader: AsReader = (work) => inWorkspaceAs(deps.db, viewer, work);
      const write = async (options: WriteOptions) => {
        const written = await writeAnswer(deps, viewer.workspaceId, asked, answer, asReader, options);
        if (written?.length === 0 && answer.verdict === "answered") await noteDeclined(deps, given);
        return written;
      };
      const isBeingWritten = isToBeWritten(deps, answer);
      if (wantsEvents(request)) await streamAnswer(reply, signal, { answer, isBeingWritten, write });
      return withWritten(answer, isBeingWritten && !reply.sent ? await write({ signal }) : null);
    },
  });
}

/** The sentences, with the vote that whoever asked gave them before. Question and answer are noted (`noteQuestion`, `noteAnswer`). */
async function findAndNoteAnswer(deps: Deps, { viewer, body }: AskRequest) {
  const { asking } = body;
  const asked = { question: body.question, previous: body.previous ?? null };
  const asReader: AsReader = (work) => inWorkspaceAs(deps.db, viewer, work);
  const answer = await askQuestion(deps, asked, asReader);
  const draft =
    answer.verdict !== "answered" && can(viewer, "change", "inbox")
      ? await askQuestion(deps, asked, asReader, { states: UNREVIEWED })
      : null;
  const isOffered = draft !== null && draft.verdict !== "unknown" && draft.score > answer.score;
  const question = standaloneQuestion(asked);
  const asker = { userId: viewer.userId, words: question.trim() };
  const vote = await inWorkspaceAs(deps.db, viewer, async (scope) => {
    await noteQuestion(scope, asker, { question, ...answer });
    if (!asking) return null;
    await noteAnswer(deps, scope, { asking, question, answer });
    return readVote(scope, asking);
  });
  const unreviewed = isOffered ? { sentences: draft.sentences, articles: draft.articles.slice(0, 1) } : null;
  return { ...answer, vote, unreviewed };
}

/** The model found that the sentences do not answer after all. */
function noteDeclined(deps: Deps, { viewer, body }: AskRequest): Promise<void> {
  const question = standaloneQuestion({ question: body.question, previous: body.previous ?? null });
  const asker = { userId: viewer.userId, words: question.trim() };
  return inWorkspaceAs(deps.db, viewer, (scope) =>
    noteQuestion(scope, asker, { question, verdict: "unknown", articles: [] }),
  );
}
