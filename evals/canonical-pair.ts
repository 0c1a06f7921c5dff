import type { KnowledgeText } from "../engine/compare/same-knowledge.ts";

/** Two texts with a person's label; see docs/decisions/016-one-canonical-article.md. */
export interface CanonicalPair {
  id: string;
  class: "paraphrase" | "better-answer" | "update" | "change" | "contradiction" | "near-miss" | "random";
  /** Pairs of one question or topic, which are all in one half. */
  cluster: string;
  source: string;
  license: string;
  /** `tune`: for fitting and inspection. `check`: held out. */
  half: "tune" | "check";
  known: KnowledgeText;
  fresh: KnowledgeText;
}
