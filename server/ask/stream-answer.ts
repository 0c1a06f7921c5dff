import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { AnswerEvent, AskResponse, CombinedAnswer } from "../../shared/contract/ask.ts";
import { beginEventStream } from "../http/event-stream.ts";
import type { WriteOptions } from "./write-answer.ts";

/** Returns a signal that is aborted when the client disconnects or the server stops. */
export function watchDisconnects(app: FastifyInstance): (reply: FastifyReply) => AbortSignal {
  const stopping = new AbortController();
  app.addHook("preClose", async () => stopping.abort());
  return ({ raw }) => {
    const left = new AbortController();
    raw.on("close", () => left.abort());
    return AbortSignal.any([left.signal, stopping.signal]);
  };
}

export const acceptsEvents = ({ headers }: FastifyRequest): boolean =>
  headers.accept?.includes("text/event-stream") === true;

interface AnswerToStream {
  answer: Omit<AskResponse, "written">;
  write: ((options: WriteOptions) => Promise<CombinedAnswer>) | null;
}

/** Streams the answer as server-sent events (`AnswerEvent`). After a failure, the sentences stay as the answer. */
export async function streamAnswer(
  reply: FastifyReply,
  signal: AbortSignal,
  { answer, write }: AnswerToStream,
): Promise<void> {
  const raw = beginEventStream(reply);
  const tell = (event: AnswerEvent) => void (raw.writable && raw.write(`data: ${JSON.stringify(event)}\n\n`));
  const found = { ...answer, written: null };
  tell({ type: "found", answer: found, isBeingWritten: write !== null });
  try {
    const onClaim: WriteOptions["onClaim"] = (claim, { sentences, pages }) =>
      tell({ type: "claim", claim, sentences, pages });
    tell({ type: "end", answer: write ? await write({ signal, onClaim }) : found });
  } catch (error) {
    reply.log.warn({ err: error }, "An answer could not be written");
    tell({ type: "end", answer: found });
  } finally {
    raw.end();
  }
}
