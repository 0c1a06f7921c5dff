import type { AnswerClaim, AnswerEvent } from "../../shared/contract/ask.ts";
import { type Output, parseAnswer } from "./client.ts";

export interface StreamedAnswer extends Output<"POST /api/ask"> {
  /** True while the model may still add claims to the answer. */
  isBeingWritten: boolean;
}

interface QuestionBody {
  question: string;
  previous?: string | undefined;
  asking?: string | undefined;
}

/**
 * Yields the answer: first the sentences, then the claims one by one. If the connection breaks, the sentences stay,
 * because they do not depend on the model.
 */
export async function* streamAnswer(body: QuestionBody, signal: AbortSignal): AsyncGenerator<StreamedAnswer> {
  const response = await fetch("/api/ask", {
    method: "POST",
    credentials: "include",
    headers: { "Content-Type": "application/json", Accept: "text/event-stream, application/json" },
    body: JSON.stringify(body),
    signal,
  });
  if (!response.ok || !response.body || !response.headers.get("content-type")?.startsWith("text/event-stream"))
    return yield { ...((await parseAnswer(response)) as Output<"POST /api/ask">), isBeingWritten: false };
  let found: StreamedAnswer | undefined;
  let answer: StreamedAnswer | undefined;
  let claims: AnswerClaim[] = [];
  try {
    for await (const event of eventsOf(response.body)) {
      if (event.type === "found") found = answer = { ...event.answer, isBeingWritten: event.isBeingWritten };
      else if (!answer) continue;
      else if (event.type === "claim") {
        claims = [...claims, event.claim];
        const wiki = event.pages.length > 0 ? { isAnswered: true, pages: event.pages } : answer.wiki;
        answer = { ...answer, written: claims, sentences: event.sentences, wiki };
      } else answer = { ...answer, ...event.answer, isBeingWritten: false };
      yield answer;
    }
  } catch (error) {
    if (!answer || signal.aborted) throw error;
  }
  if (!answer || !found) throw new Error("The answer ended before it began.");
  if (answer.isBeingWritten) yield { ...found, isBeingWritten: false };
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
