import { randomUuid } from "../../lib/random-id.ts";

/** A question with the id of its request. */
export interface QuestionRequest {
  question: string;
  asking: string;
}

export const newAsking = (question: string): QuestionRequest => ({ question, asking: randomUuid() });

/** The page of a request; opening it does not ask again. */
export const pageOfAsking = ({ question, asking }: QuestionRequest) => ({
  to: `/ask?${new URLSearchParams({ q: question })}`,
  state: { asking },
});
