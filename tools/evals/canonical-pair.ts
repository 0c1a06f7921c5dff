import type { KnowledgeText } from "../../engine/compare/same-knowledge.ts";

/** Two texts with a person's label. See docs/decisions/016-one-canonical-article.md. */
export interface CanonicalPair {
  id: string;
  class: "paraphrase" | "better-answer" | "update" | "change" | "contradiction" | "near-miss" | "random";
  /** The question or topic of the pair. All pairs with the same cluster are in the same half. */
  cluster: string;
  source: string;
  license: string;
  /** `tune`: pairs for fitting and inspection. `check`: pairs that are kept back for measuring. */
  half: "tune" | "check";
  known: KnowledgeText;
  fresh: KnowledgeText;
}
