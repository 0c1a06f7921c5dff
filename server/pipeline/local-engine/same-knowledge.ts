import type { Statement, WrittenArticle } from "../../../shared/domain/article.ts";
import { claimOf, conflictsOf, novelty, saysTheSame } from "./compare-statements.ts";
import { sameQuestion, subjectOf } from "./same-question.ts";

/** What is compared of an article: its question, and what it states in reading order. */
export interface KnowledgeText extends Pick<WrittenArticle, "title" | "contentType"> {
  statements: Pick<Statement, "form" | "text">[];
}

export interface Comparison {
  /**
   * `same`: the fresh text says nothing new. `adds`: the same question, with statements the known text does not have.
   * `contradicts`: the same question, and a statement of one does not hold beside one of the other. `different`: another
   * question, even where words are shared.
   */
  relation: "same" | "adds" | "contradicts" | "different";
  /** 0 to 1 that both are about the same question. */
  confidence: number;
  /** Statements that say the same or the opposite, by their positions. */
  pairs: { known: number; fresh: number; relation: "same" | "contradicts" }[];
  /** Positions of the fresh statements that the known text does not have. */
  addedStatements: number[];
}

/** Above it the fresh text is taken for the same question; chosen so that wrong merges are rare (docs/engine.md). */
export const SAME_QUESTION = 0.66;
/** A statement that is less new than this says nothing new, in whatever words. */
const NEW = 0.5;

/** How fresh knowledge stands to what is known. */
export function compareKnowledge(known: KnowledgeText, fresh: KnowledgeText): Comparison {
  const knownSubject = subjectOf(known);
  const freshSubject = subjectOf(fresh);
  const confidence = sameQuestion(knownSubject, freshSubject);
  if (confidence < SAME_QUESTION) return { relation: "different", confidence, pairs: [], addedStatements: [] };
  const knownClaims = known.statements.map(({ text }) => claimOf(text));
  const freshClaims = fresh.statements.map(({ text }) => claimOf(text));
  const pairs: Comparison["pairs"] = conflictsOf(
    { title: knownSubject.title, claims: knownClaims },
    { title: freshSubject.title, claims: freshClaims },
  );
  const addedStatements: number[] = [];
  for (const [position, claim] of freshClaims.entries()) {
    if (pairs.some((pair) => pair.fresh === position)) continue;
    const same = knownClaims.findIndex((other) => saysTheSame(other, claim));
    if (same !== -1) pairs.push({ known: same, fresh: position, relation: "same" });
    if (novelty(claim, knownSubject.all) >= NEW) addedStatements.push(position);
  }
  return { relation: relationOf(pairs, addedStatements), confidence, pairs, addedStatements };
}

function relationOf(pairs: Comparison["pairs"], added: number[]): Comparison["relation"] {
  if (pairs.some(({ relation }) => relation === "contradicts")) return "contradicts";
  return added.length > 0 ? "adds" : "same";
}
