import type { AnswerClaim, AnswerEvent } from "../../shared/contract/ask.ts";
import { answerOf, type Output } from "./client.ts";

export interface StreamedAnswer extends Output<"POST /api/ask"> {
  /** True while further claims may follow. */
  isBeingWritten: boolean;
}

interface Question {
  question: string;
  previous?: string | undefined;
  asking?: string | undefined;
}

/** Yields the answer: first the sentences, then claim by claim. A broken connection leaves the sentences, which are reliable. */
export async function* streamAnswer(body: Question, signal: AbortSignal): AsyncGenerator<StreamedAnswer> {
  const response = await fetch("/api/ask", {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream, application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || !response.body || !response.headers.get("content-type")?.startsWith("text/event-stream"))
    return yield { ...((await answerOf(response)) as Output<"POST /api/ask">), isBeingWritten: false };
  let answer: StreamedAnswer | undefined;
  let claims: AnswerClaim[] = [];
  try {
    for await (const event of eventsOf(response.body)) {
      if (event.type === "found") answer = { ...event.answer, isBeingWritten: event.isBeingWritten };
      else if (!answer) continue;
      else if (event.type === "claim") answer = { ...answer, written: (claims = [...claims, event.claim]) };
      else answer = { ...ended(answer, event.written), isBeingWritten: false };
      yield answer;
    }
  } catch (error) {
    if (!answer || signal.aborted) throw error;
  }
  if (!answer) throw new Error("The answer ended before it began.");
  if (answer.isBeingWritten) yield { ...answer, written: null, isBeingWritten: false };
}

/** A model that writes nothing has found that the sentences do not answer. */
function ended(answer: StreamedAnswer, written: AnswerClaim[] | null): StreamedAnswer {
  if (written?.length !== 0) return { ...answer, written };
  return { ...answer, verdict: "unknown", sentences: [], people: [], written: null };
}

async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<AnswerEvent> {
  const reader = body.pipeThrough(new TextDecoderStream() as TransformStream<Uint8Array, string>).getReader();
  let unread = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const events = (unread + part.value).split("\n\n");
    unread = events.pop() ?? "";
    for (const event of events) if (event.startsWith("data: ")) yield JSON.parse(event.slice("data: ".length));
  }
}
