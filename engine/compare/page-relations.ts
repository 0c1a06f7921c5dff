import type { KnowledgeText } from "../contract.ts";
import type { PageRelation, PageText } from "../page-text.ts";
import { MEASUREMENT_KINDS } from "./compare-statements.ts";
import type { ExactFact } from "./facts.ts";
import { extractTextTerms, sumWordWeights } from "./knowledge-terms.ts";
import { type ParsedStatement, parseStatement } from "./parsed-statement.ts";

/** Only the first statements are compared, because longer texts are usually pasted. */
const MOST_STATEMENTS = 40;
/**
 * The least weight of the words that a statement and a passage have in common. Two rare words are often shared by
 * chance, three hardly ever.
 */
const SAME_DETAIL = 12;
/** The lower limit if statement and passage also contain the same value. */
const SAME_VALUE = 10;
/** The least weight of the conversation's words that the passage and its headings contain. */
const SAME_SUBJECT = 22;
/** The least share of a statement's words that the passage and its headings contain. */
const COVERED = 0.4;
/** A page that contains this share of the conversation's measurements already contains its knowledge. */
const MOSTLY = 0.5;

/** Words that announce a change. Without these words, a different value may belong to another case. */
const CHANGE =
  /\b(?:now|nowadays|from (?:this|next|now|today|tomorrow|(?:mon|tues|wednes|thurs|fri)day|\d)|since|goes (?:up|down)|no longer|any ?more|instead|changed|put \S+ to|as of|jetzt|nun|ab (?:sofort|dem|morgen|heute|\d)|seit|nicht mehr|statt|geändert|künftig)\b/i;

interface ReadPassage {
  page: number;
  passage: number;
  claim: ParsedStatement;
  words: ReadonlySet<string>;
  /** The words of the passage, the title and the headings. */
  all: ReadonlySet<string>;
}

interface ReadStatement {
  position: number;
  text: string;
  claim: ParsedStatement;
  words: ReadonlySet<string>;
}

/**
 * Compares fresh knowledge with wiki pages by words and exact values, and reports only certain results. Words alone
 * cannot prove that a page lacks something. A contradiction requires a different value, a word that announces a change,
 * and the same subject.
 */
export function relateToPages(pages: readonly PageText[], fresh: KnowledgeText): PageRelation[] {
  const passages = pages.flatMap(readPassages);
  const values = pages.map(
    (_, at) => new Set(passages.filter(({ page }) => page === at).flatMap(({ claim }) => claim.facts.map(keyOf))),
  );
  const said = fresh.statements.slice(0, MOST_STATEMENTS).map(({ text }, position): ReadStatement => {
    const claim = parseStatement(text);
    return { position, text, claim, words: joinTerms(claim) };
  });
  const talked = new Set(said.flatMap(({ words }) => [...words]));
  const told = said.filter(({ text }) => !text.trimEnd().endsWith("?"));
  const relations = told.flatMap((statement): PageRelation[] => {
    const best = nearestPassage(statement, passages, talked);
    if (!best) return [];
    const relation = relationOf(statement, best, { talked, values: values[best.page] ?? new Set() });
    const { page, passage } = best;
    return relation ? [{ kind: relation, page, passage, fresh: [statement.position] }] : [];
  });
  const contradicts = relations.filter(({ kind }) => kind === "contradicts");
  if (contradicts.length > 0) return contradicts;
  const measures = told.flatMap(({ claim }) => claim.facts.filter(isMeasure).map(keyOf));
  const isToldBy = (page: number) =>
    measures.filter((key) => values[page]?.has(key)).length >= MOSTLY * measures.length;
  return relations.filter(({ page }) => isToldBy(page));
}

function readPassages({ title, passages }: PageText, page: number): ReadPassage[] {
  return passages.map(({ headings, text }, passage) => {
    const claim = parseStatement(text);
    const words = joinTerms(claim);
    return { page, passage, claim, words, all: words.union(extractTextTerms([title, ...headings].join(" ")).words) };
  });
}

const joinTerms = ({ terms }: ParsedStatement): ReadonlySet<string> => terms.words.union(terms.names);

function nearestPassage({ words }: ReadStatement, passages: ReadPassage[], talked: ReadonlySet<string>) {
  let [best, most] = [null as ReadPassage | null, 0];
  for (const passage of passages) {
    const own = sumWordWeights(words.intersection(passage.words));
    if (own === 0) continue;
    const nearness =
      own + sumWordWeights(words.intersection(passage.all)) / 2 + sumWordWeights(talked.intersection(passage.all)) / 4;
    if (nearness > most) [best, most] = [passage, nearness];
  }
  return best;
}

interface PageContext {
  talked: ReadonlySet<string>;
  /** All values of the page. */
  values: ReadonlySet<string>;
}

function relationOf(
  { text, claim, words }: ReadStatement,
  { claim: known, words: own, all }: ReadPassage,
  { talked, values }: PageContext,
): PageRelation["kind"] | null {
  const shared = sumWordWeights(words.intersection(own));
  const covered = sumWordWeights(words.intersection(all)) / Math.max(1, sumWordWeights(words));
  if (isOtherNow(text, claim, known, values)) {
    const isSame =
      shared >= SAME_DETAIL && covered >= COVERED && sumWordWeights(talked.intersection(all)) >= SAME_SUBJECT;
    return isSame ? "contradicts" : null;
  }
  if (CHANGE.test(text) || shared < SAME_VALUE) return null;
  const equal = claim.facts
    .filter(isMeasure)
    .filter((fact) => known.facts.some((other) => keyOf(other) === keyOf(fact)));
  return equal.length > 0 ? "confirms" : null;
}

/**
 * Whether the statement announces a new value that the page does not contain, while the passage contains another value
 * of that kind.
 */
function isOtherNow(
  text: string,
  fresh: ParsedStatement,
  known: ParsedStatement,
  values: ReadonlySet<string>,
): boolean {
  if (!CHANGE.test(text)) return false;
  const told = new Set(fresh.facts.map(keyOf));
  return fresh.holding.some(
    (fact) =>
      (isMeasure(fact) || fact.kind === "code") &&
      !values.has(keyOf(fact)) &&
      known.facts.some(
        (other) => other.kind === fact.kind && !other.soft && !told.has(keyOf(other)) && other.value !== "0",
      ),
  );
}

/**
 * Whether a fact is a measurement. Dates are excluded because they belong to one occasion; 'free' is excluded because
 * many texts contain it.
 */
const isMeasure = ({ kind, value, soft }: ExactFact) =>
  !soft && value !== "0" && kind !== "date" && MEASUREMENT_KINDS.includes(kind);
const keyOf = ({ kind, value }: ExactFact) => `${kind} ${value}`;
