import type { ArticleText, Statement } from "../../../shared/domain/article.ts";
import type { MergeChoice, MergeCounts } from "../../../shared/domain/merging.ts";
import { invalid } from "../../errors.ts";
import { computeStatementKeys } from "../edit/statement-keys.ts";

export interface SentenceChoice {
  choice: MergeChoice;
  /**
   * A sentence of the other article that says the same or contradicts this one; with the choice `repeats`, a sentence
   * of the same article.
   */
  other: string | null;
}

export interface MergedArticleText extends ArticleText {
  counts: MergeCounts;
  /** Sentences of the merged article whose messages also confirm sentences of the result. */
  confirmed: Statement[];
  /** Pairs of sentences that contradict each other. Both are in the result. */
  contradictions: { known: Statement; fresh: Statement }[];
}

/**
 * Merges `gone` into the article. Each sentence of `gone` is exactly where a person chose, with its messages and a
 * person's mark, and no text occurs twice. Throws if a choice would lose a sentence.
 */
export function placeMergedSentences(
  stays: ArticleText,
  gone: ArticleText,
  choices: ReadonlyMap<string, SentenceChoice>,
): MergedArticleText {
  const work = new SentenceMerger(stays, gone, choices);
  work.replaceAll();
  for (const [statement, { choice, other }] of work.chosen) {
    if (choice === "take") work.take(statement);
    if (choice === "both") work.putBeside(statement, other);
  }
  for (const [statement, { choice, other }] of work.chosen) {
    if (choice === "said") work.join(work.getResultOfOther(other), statement);
    if (choice === "repeats") work.join(work.getResultOfRepeated(other), statement);
  }
  const confirmed = [...work.chosen].flatMap(([statement, { choice }]) => (choice === "leave" ? [] : [statement]));
  const contradictions = work.marked.map(({ known, fresh }) => ({
    known: work.final(known),
    fresh: work.final(fresh),
  }));
  return { ...written(work, stays, gone), counts: countsOf(work), confirmed, contradictions };
}

const wordsOf = ({ form, text }: Statement) => `${form} ${text}`;

/** Compares sentences by text: equal sentences are kept once, with the sources of both. */
class SentenceMerger {
  readonly chosen: Map<Statement, SentenceChoice>;
  readonly marked: { known: Statement; fresh: Statement }[] = [];
  /** Maps the text of a replaced sentence to the text of its replacement. */
  readonly replacedBy = new Map<string, string>();
  readonly placeOf = new Map<string, string>();
  /** Sentences placed directly after a sentence. */
  readonly after = new Map<string, Statement[]>();
  /** Sentences added at the end of their section. */
  readonly added = new Set<Statement>();
  /** The number of sentences that were chosen although the article already has their text. */
  repeated = 0;
  readonly before: Map<string, Statement>;
  readonly kept: Map<string, Statement>;
  readonly #known: Map<string, Statement>;
  readonly #own: Map<string, Statement>;
  readonly #more = new Map<string, string[]>();

  constructor(stays: ArticleText, gone: ArticleText, choices: ReadonlyMap<string, SentenceChoice>) {
    this.#known = byKey(stays);
    this.#own = byKey(gone);
    this.chosen = new Map(
      [...this.#own].map(([key, statement]) => {
        const choice = choices.get(key);
        if (!choice) throw invalid("Choose what happens to each sentence.");
        return [statement, choice];
      }),
    );
    this.before = new Map([...this.#known.values()].map((statement) => [wordsOf(statement), statement]));
    this.kept = new Map(this.before);
  }

  replaceAll(): void {
    const replacing = [...this.chosen].flatMap(([statement, { choice, other }]) =>
      choice === "replace" ? [{ statement, words: wordsOf(this.#find(other)) }] : [],
    );
    for (const { words } of replacing) {
      if (!this.kept.delete(words)) throw invalid("Two sentences cannot take the place of the same one.");
    }
    for (const { statement, words } of replacing) {
      const to = wordsOf(statement);
      this.replacedBy.set(words, to);
      if (this.kept.has(to)) this.join(this.#get(to), statement);
      else {
        this.kept.set(to, statement);
        this.placeOf.set(to, words);
      }
    }
  }

  take(statement: Statement): void {
    const words = wordsOf(statement);
    if (this.kept.has(words)) {
      this.repeated += 1;
      this.join(this.#get(words), statement);
    } else {
      this.kept.set(words, statement);
      this.added.add(statement);
    }
  }

  putBeside(statement: Statement, other: string | null): void {
    const known = this.getResultOfOther(other);
    const words = wordsOf(statement);
    const same = this.kept.get(words);
    this.marked.push({ known, fresh: same ?? statement });
    if (same) return this.join(same, statement);
    this.kept.set(words, statement);
    this.after.set(wordsOf(known), [...(this.after.get(wordsOf(known)) ?? []), statement]);
  }

  /** Returns the form that a sentence of the other article has in the result. */
  getResultOfOther(key: string | null): Statement {
    const found = this.kept.get(wordsOf(this.#find(key)));
    if (!found)
      throw invalid(
        "A sentence would be lost, because the one that says the same is replaced. Take it over or leave it out.",
      );
    return found;
  }

  /** Returns the sentence of the result into which a repeated sentence was merged. */
  getResultOfRepeated(key: string | null): Statement {
    const statement = key === null ? undefined : this.#own.get(key);
    const way = statement && this.chosen.get(statement);
    if (!statement || !way || way.choice === "repeats" || way.choice === "leave")
      throw invalid("A sentence would be lost, because the one that it repeats is not taken over.");
    return way.choice === "said" ? this.getResultOfOther(way.other) : this.#get(wordsOf(statement));
  }

  /** Adds the sources of `statement` to `to`. */
  join(to: Statement, statement: Statement): void {
    const words = wordsOf(to);
    this.#more.set(words, [...(this.#more.get(words) ?? []), ...statement.sources]);
  }

  final(statement: Statement): Statement {
    const sources = [...new Set([...statement.sources, ...(this.#more.get(wordsOf(statement)) ?? [])])];
    return sources.length === statement.sources.length ? statement : { ...statement, sources };
  }

  /** The sentence, followed by the sentences placed after it. */
  withFollowingSentences(statement: Statement): Statement[] {
    const after = this.after.get(wordsOf(statement)) ?? [];
    return [this.final(statement), ...after.flatMap((one) => this.withFollowingSentences(one))];
  }

  #find(key: string | null): Statement {
    const statement = key === null ? undefined : this.#known.get(key);
    if (!statement) throw invalid("A sentence that was chosen is not in the other article.");
    return statement;
  }

  #get(words: string): Statement {
    const statement = this.kept.get(words);
    if (!statement) throw new Error("A sentence that was placed is not in the article");
    return statement;
  }
}

const byKey = (said: ArticleText) =>
  new Map([...computeStatementKeys(said)].map(([statement, key]) => [key, statement]));

/**
 * Added statements come last in their section. Additions to a summary go to the body, because a summary stays short.
 */
function written(work: SentenceMerger, stays: ArticleText, gone: ArticleText): ArticleText {
  const kept = (list: Statement[]) => list.flatMap((statement) => listResultSentences(work, statement));
  const summary = kept(stays.summary);
  const body = stays.body.map((section) => ({ ...section, statements: kept(section.statements) }));
  const isAdded = (statement: Statement) => work.added.has(statement);
  for (const section of gone.body) {
    const statements = section.statements.filter(isAdded).flatMap((one) => work.withFollowingSentences(one));
    if (statements.length === 0) continue;
    const part = body.find(({ role, layout }) => role === section.role && layout === section.layout);
    if (part) part.statements.push(...statements);
    else body.push({ ...section, statements });
  }
  const fromSummary = gone.summary.filter(isAdded).flatMap((one) => work.withFollowingSentences(one));
  if (fromSummary.length > 0) {
    const part = body.find(({ role }) => role === "note");
    if (part) part.statements.push(...fromSummary);
    else body.push({ role: "note", heading: null, layout: "prose", statements: fromSummary });
  }
  return { summary, body: body.filter(({ statements }) => statements.length > 0) };
}

/** Returns the result's sentences at the position of one sentence of the article. */
function listResultSentences(work: SentenceMerger, statement: Statement): Statement[] {
  const words = wordsOf(statement);
  const to = work.replacedBy.get(words);
  // The replacement is already at another position.
  if (to !== undefined && work.placeOf.get(to) !== words) return [];
  const stands = to === undefined ? statement : work.kept.get(to);
  if (!stands) return [];
  return work.before.get(words) === statement ? work.withFollowingSentences(stands) : [work.final(stands)];
}

function countsOf({ chosen, repeated }: SentenceMerger): MergeCounts {
  const count = (...which: MergeChoice[]) => [...chosen.values()].filter(({ choice }) => which.includes(choice)).length;
  return {
    taken: count("take") - repeated,
    said: count("said", "repeats") + repeated,
    left: count("leave"),
    replaced: count("replace"),
    marked: count("both"),
  };
}
