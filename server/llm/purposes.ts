import type { CallPurpose } from "../../engine/model/index.ts";

/** A model's role in a workspace: a cheap model finds topics, a strong model writes, another model checks. */
export type ModelRole = "fast" | "main" | "check";

export interface PurposeFacts {
  job: ModelRole;
  reasoning: "none" | "low";
  /** The purpose's name for people: 'Find what is worth keeping'. */
  label: string;
}

export const PURPOSE_FACTS: Record<CallPurpose, PurposeFacts> = {
  find: { job: "fast", reasoning: "none", label: "Find" },
  write: { job: "main", reasoning: "low", label: "Write" },
  answer: { job: "main", reasoning: "none", label: "Answer" },
  "follow-up": { job: "fast", reasoning: "none", label: "Follow up" },
  check: { job: "check", reasoning: "none", label: "Check" },
};

/** Output tokens reserved for reasoning, because most providers count reasoning against the answer's limit. */
export const REASONING_TOKENS = { none: 2_000, low: 8_000 } as const;
