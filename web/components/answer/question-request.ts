import { createUuid } from "../../lib/random-id.ts";

/** A question with the id of its request. */
export interface QuestionRequest {
  question: string;
  asking: string;
}

export const createQuestionRequest = (question: string): QuestionRequest => ({ question, asking: createUuid() });

/** The URL path of a question request. Opening it does not ask the question again. */
export const buildQuestionPath = ({ question, asking }: QuestionRequest) => ({
  to: `/ask?${new URLSearchParams({ q: question })}`,
  state: { asking },
});
