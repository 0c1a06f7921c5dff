import { randomUuid } from "../../lib/random-id.ts";

/** A question, and what this asking is called. */
export interface Asked {
  question: string;
  asking: string;
}

export const newAsking = (question: string): Asked => ({ question, asking: randomUuid() });

/** The page of an asking: whoever goes on there has not asked again. */
export const pageOfAsking = ({ question, asking }: Asked) => ({
  to: `/ask?${new URLSearchParams({ q: question })}`,
  state: { asking },
});
