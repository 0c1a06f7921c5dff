import type { Statement, WrittenArticle } from "../../../shared/domain/article.ts";
import { contentWordsOf, stem } from "./words.ts";

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

const SAME_QUESTION = 0.6;
const SAME_STATEMENT = 0.5;

/** How fresh knowledge stands to what is known. */
export function compareKnowledge(known: KnowledgeText, fresh: KnowledgeText): Comparison {
  const confidence = overlap(stemsOf(known.title), stemsOf(fresh.title));
  if (confidence < SAME_QUESTION) return { relation: "different", confidence, pairs: [], addedStatements: [] };
  const pairs: Comparison["pairs"] = [];
  const addedStatements: number[] = [];
  const knownStems = known.statements.map(({ text }) => stemsOf(text));
  for (const [position, { text }] of fresh.statements.entries()) {
    const stems = stemsOf(text);
    const match = knownStems.findIndex((other) => overlap(other, stems) >= SAME_STATEMENT);
    if (match === -1) addedStatements.push(position);
    else pairs.push({ known: match, fresh: position, relation: "same" });
  }
  return { relation: addedStatements.length > 0 ? "adds" : "same", confidence, pairs, addedStatements };
}

function stemsOf(text: string): Set<string> {
  return new Set(contentWordsOf(text).map(stem));
}

function overlap(a: Set<string>, b: Set<string>): number {
  const shared = a.intersection(b).size;
  return shared / Math.max(1, a.size + b.size - shared);
}
