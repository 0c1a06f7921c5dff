import type { Statement, WrittenArticle } from "../../../shared/domain/article.ts";
import { cosine, type Encoder } from "../meaning.ts";
import {
  type Answer,
  type Claim,
  claimOf,
  conflictsOf,
  likeness,
  SAME_STATEMENT,
  saysTheSame,
} from "./compare-statements.ts";
import { factsOf } from "./facts.ts";
import { mass } from "./knowledge-terms.ts";
import { wordsSaid } from "./opposites.ts";
import { type Subject, sameQuestion, subjectOf } from "./same-question.ts";
import { isNews } from "./statement-news.ts";
import { tellsOnlyWho } from "./who-answered.ts";

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

/** So little may be missing to the same question where one statement takes another one back. */
const NEARLY = 0.15;
/** Longer texts are long because they are copied; their beginnings tell what they are about. */
const MOST_STATEMENTS = 40;

/** How fresh knowledge relates to what is known. */
export async function compareKnowledge(
  known: KnowledgeText,
  fresh: KnowledgeText,
  encoder?: Encoder,
): Promise<Comparison> {
  const [knownSubject, freshSubject] = [await subjectOf(known, encoder), await subjectOf(fresh, encoder)];
  const { confidence, missing } = sameQuestion(knownSubject, freshSubject);
  const different: Comparison = { relation: "different", confidence, pairs: [], addedStatements: [] };
  if (missing > NEARLY || isAboutAnotherThing(known, fresh)) return different;
  if (isBesideGuide(known, fresh) && !areTitlesAlike(knownSubject, freshSubject)) return different;
  const [knownClaims, freshClaims] = [await claimsOf(known, encoder), await claimsOf(fresh, encoder)];
  const said = answerOf(known, knownSubject, knownClaims);
  const pairs: Comparison["pairs"] = conflictsOf(said, answerOf(fresh, freshSubject, freshClaims));
  if (missing > 0) {
    const isTakenBack = pairs.some((pair) => {
      const [one, other] = [knownClaims[pair.known], freshClaims[pair.fresh]];
      return one && other && likeness(one, other) >= SAME_STATEMENT + missing;
    });
    if (!isTakenBack) return different;
  }
  const addedStatements: number[] = [];
  for (const [position, claim] of freshClaims.entries()) {
    if (pairs.some((pair) => pair.fresh === position)) continue;
    const same = knownClaims.findIndex((other) => saysTheSame(other, claim));
    if (same !== -1) pairs.push({ known: same, fresh: position, relation: "same" });
    if (!tellsOnlyWho(fresh.statements[position]?.text ?? "") && isNews(claim, said)) addedStatements.push(position);
  }
  return { relation: relationOf(pairs, addedStatements), confidence, pairs, addedStatements };
}

/** A text of so many statements, and so many times those of the other, speaks of many things. */
const GUIDE = 20;
const TIMES_LONGER = 4;
const TITLES_ALIKE = 0.5;

/**
 * A guide to all of a matter holds the words of many short answers, whatever they answer: 'How long is the warranty?' and 'How to deal
 * with a complaint'. Only its title says whether it is about the same.
 */
function isBesideGuide(known: KnowledgeText, fresh: KnowledgeText): boolean {
  const [fewer, more] = [known, fresh].map(({ statements }) => statements.length).sort((a, b) => a - b) as [
    number,
    number,
  ];
  return more >= GUIDE && more >= TIMES_LONGER * fewer;
}

function areTitlesAlike(known: Subject, fresh: Subject): boolean {
  const [one, other] = [known.title.words, fresh.title.words];
  const common = mass(one.intersection(other)) / Math.max(1, mass(one.union(other)));
  const meaning = known.meaning && fresh.meaning ? cosine(known.meaning.question, fresh.meaning.question) : 0;
  return Math.max(common, meaning) >= TITLES_ALIKE;
}

/** Words of one thing: 'the archive', 'the staging database'. */
const MOST_SWAPPED = 2;
const FEWEST_WORDS = 6;
/** Of the words of two statements beside those that were swapped. */
const WORD_FOR_WORD = 0.85;

/**
 * The same sentences about another thing: the questions differ in one name for it, and so do the answers, word for word ('reset the
 * archive' and 'reset the mirror'). Who says the same in other words does not repeat the rest to the letter.
 */
function isAboutAnotherThing(known: KnowledgeText, fresh: KnowledgeText): boolean {
  const [one, other] = [wordsIn(known.title), wordsIn(fresh.title)];
  const [gone, come] = [one.difference(other), other.difference(one)];
  const isSwap = [gone, come].every(({ size }) => size > 0 && size <= MOST_SWAPPED);
  if (!isSwap) return false;
  return known.statements.some(({ text }) => {
    const before = wordsIn(text);
    if (before.size < FEWEST_WORDS || !gone.isSubsetOf(before) || !before.isDisjointFrom(come)) return false;
    return fresh.statements.some((statement) => {
      const after = wordsIn(statement.text);
      if (!come.isSubsetOf(after) || !after.isDisjointFrom(gone)) return false;
      const [left, right] = [before.difference(gone), after.difference(come)];
      return left.intersection(right).size >= WORD_FOR_WORD * left.union(right).size;
    });
  });
}

const wordsIn = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));

function answerOf({ title, statements }: KnowledgeText, subject: Subject, claims: Claim[]): Answer {
  const asked = factsOf(title);
  return {
    title: subject.title,
    terms: subject.all,
    said: wordsSaid([title, ...statements.map(({ text }) => text)].join("\n")),
    claims,
    meaning: subject.meaning?.answer,
    facts: [...asked, ...claims.flatMap(({ facts }) => facts)],
    holding: [...asked, ...claims.flatMap(({ holding }) => holding)],
  };
}

async function claimsOf({ statements }: KnowledgeText, encoder: Encoder | undefined): Promise<Claim[]> {
  const texts = statements.map(({ text }) => (tellsOnlyWho(text) ? "" : text));
  const vectors = (await encoder?.encode(texts.slice(0, MOST_STATEMENTS))) ?? [];
  return texts.map((text, place) => claimOf(text, vectors[place]));
}

function relationOf(pairs: Comparison["pairs"], added: number[]): Comparison["relation"] {
  if (pairs.some(({ relation }) => relation === "contradicts")) return "contradicts";
  return added.length > 0 ? "adds" : "same";
}
