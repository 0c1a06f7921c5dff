import { keepPreviousData, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { AnswerVote } from "../../shared/domain/ask.ts";
import { showToast } from "../lib/toast-store.ts";
import { type StreamedAnswer, streamAnswer } from "./answer-stream.ts";
import { ApiError, call } from "./client.ts";

/**
 * Streams the answer to a question. `previous`: the question that this one follows up; '' without one. The previous
 * answer stays visible until the first part arrives. `asking`: the id of the request; null if there is no request yet.
 */
export function useAnswer(question: string, previous: string, asking: string | null) {
  const queryClient = useQueryClient();
  const queryKey = ["/api/ask", question, previous, asking];
  return useQuery({
    queryKey,
    // Leaving the page aborts the request, which also stops the server and the model.
    async queryFn({ signal }) {
      const body = { question, previous: previous || undefined, asking: asking ?? undefined };
      let answer: StreamedAnswer | undefined;
      for await (answer of streamAnswer(body, signal)) queryClient.setQueryData(queryKey, answer);
      return answer as StreamedAnswer;
    },
    enabled: question !== "" && asking !== null,
    placeholderData: keepPreviousData,
    // The answer is not cached, because articles change between two requests for the same question.
    gcTime: 0,
  });
}

interface Vote {
  vote: AnswerVote | null;
  note?: string;
}

/** The person's vote on the answer. The vote is shown at once, and removed if the server refuses it. */
export function useVote({ asking, question, before }: { asking: string; question: string; before: AnswerVote | null }) {
  const [vote, setVote] = useState(before);
  const save = useMutation({
    mutationFn: (given: Vote) => call("PUT /api/answers/:id", { params: { id: asking }, body: { question, ...given } }),
    onMutate: (given) => {
      setVote(given.vote);
      return vote;
    },
    onError: (error, _, voteBefore) => {
      setVote(voteBefore ?? null);
      const text = error instanceof ApiError ? error.explanation : "The server did not answer. Please try again.";
      showToast({ title: "Not saved", text, tone: "destructive" });
    },
  });
  return { vote, save };
}

interface QuestionListing {
  asking: string;
  question: string;
  before: boolean;
  draft: string | undefined;
}

/**
 * Adds the person's question to the open questions, or removes it. The change is shown at once, and reverted if the
 * server refuses it.
 */
export function useOpenQuestionListing({ asking, question, before, draft }: QuestionListing) {
  const [isListed, setListed] = useState(before);
  const save = useMutation({
    mutationFn: (wanted: boolean) =>
      call("PUT /api/answers/:id/listing", {
        params: { id: asking },
        body: { question, isListed: wanted, ...(draft && { draft }) },
      }),
    onMutate: setListed,
    onError: (_, wanted) => {
      setListed(!wanted);
      showToast({ title: "Not saved", text: "Please try again.", tone: "destructive" });
    },
  });
  return { isListed, save };
}

/** Reports that the person opened an article or a page from an answer. A failure is ignored. */
export function reportOpened(asking: string, opened: { articleId: string } | { pageId: string }): void {
  call("POST /api/answers/:id/opened", { params: { id: asking }, body: opened }).catch(() => undefined);
}
