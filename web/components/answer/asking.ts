import { randomUuid } from "../../lib/random-id.ts";

/** A question with the id of its request. */
export interface Asked {
  question: string;
  asking: string;
}

export const newAsking = (question: string): Asked => ({ question, asking: randomUuid() });

/** The page of a request; opening it does not ask again. */
export const pageOfAsking = ({ question, asking }: Asked) => ({
  to: `/ask?${new URLSearchParams({ q: question })}`,
  state: { asking },
});
