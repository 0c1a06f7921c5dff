import type { KnowledgeText } from "../engine/compare/same-knowledge.ts";

/** Two texts and what a person said of them; see docs/decisions/016-one-canonical-article.md. */
export interface CanonicalPair {
  id: string;
  class: "paraphrase" | "better-answer" | "update" | "change" | "contradiction" | "near-miss" | "random";
  /** Pairs of one question or one topic: all of them are in one half. */
  cluster: string;
  source: string;
  license: string;
  /** `tune`: what is fitted and looked at. `check`: kept back. */
  half: "tune" | "check";
  known: KnowledgeText;
  fresh: KnowledgeText;
}
