import { extractTerms } from "../../engine/answer/terms.ts";
import { computeWordStatistics, inverseDocumentFrequency } from "../../engine/answer/word-statistics.ts";
import { onFreshDatabase } from "../bench/fresh-database.ts";
import type { AskSet } from "./ask-sets.ts";

/**
 * A method of answering. Returns articles with the best one first, the answering sentences, and the confidence that
 * they answer the question.
 */
export type AnswerMethod = (question: string) => Promise<{
  articles: string[];
  sentences: { articleId: string; position: number }[];
  score: number;
  isAnswered: boolean;
}>;

const ANSWERED_FROM = 0.5;

/**
 * Ranks whole articles by BM25 with stemming. The answer is the two sentences with most of the question's rare words.
 */
export function createWordSearch(set: AskSet): AnswerMethod {
  const articles = set.articles.map(({ id, title, sentences }) => ({
    id,
    title,
    sentences: sentences.map((text) => ({ text })),
  }));
  const statistics = computeWordStatistics(articles);
  const counted = articles.map(({ id, title, sentences }) => {
    const each = sentences.map(({ text }) => new Set(extractTerms(text)));
    const all = [title, ...sentences.map(({ text }) => text)].flatMap(extractTerms);
    return { id, each, all };
  });
  return async (question) => {
    const terms = [...new Set(extractTerms(question))].map((term) => ({
      term,
      weight: inverseDocumentFrequency(statistics.containing.get(term) ?? 0, statistics.articles),
    }));
    const ranked = counted
      .map((article) => {
        const norm = 1.2 * (0.25 + (0.75 * article.all.length) / statistics.averageLength);
        const score = terms.reduce((sum, { term, weight }) => {
          const times = article.all.filter((each) => each === term).length;
          return sum + (weight * times * 2.2) / (times + norm);
        }, 0);
        return { ...article, score };
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score);
    const covered = (said: Set<string>) =>
      terms.reduce((sum, { term, weight }) => sum + (said.has(term) ? weight : 0), 0);
    const best = ranked[0];
    const sure =
      covered(new Set(best?.all)) /
      Math.max(
        0.001,
        terms.reduce((sum, { weight }) => sum + weight, 0),
      );
    return {
      articles: ranked.slice(0, 10).map(({ id }) => id),
      sentences: twoBest((best?.each ?? []).map(covered)).map((position) => ({ articleId: best?.id ?? "", position })),
      score: sure,
      isAnswered: sure >= ANSWERED_FROM,
    };
  };
}

/** Searches with PostgreSQL's own search: any of the words, ranked by ts_rank_cd, with the raw score. */
export async function createFullTextSearch(set: AskSet): Promise<AnswerMethod> {
  const found = await onFreshDatabase(async (pool) => {
    const client = await pool.connect();
    try {
      await client.query("create temp table passages (id text, place int, said tsvector)");
      for (const { id, title, sentences } of set.articles)
        await client.query(
          `insert into passages select $1, place - 1, to_tsvector('english', said)
           from unnest($2::text[]) with ordinality as each (said, place)`,
          [id, [`${title} ${sentences.join(" ")}`, ...sentences]],
        );
      const answers = new Map<string, Awaited<ReturnType<AnswerMethod>>>();
      for (const { question } of set.rows) {
        const any = `(select string_agg(quote_literal(lexeme), ' | ')::tsquery from unnest(to_tsvector('english', $1)))`;
        const { rows } = await client.query<{ id: string; rank: number }>(
          `select id, ts_rank_cd(said, ${any}) as rank from passages where place = 0 and said @@ ${any} order by rank desc limit 10`,
          [question],
        );
        const { rows: sentences } = await client.query<{ place: number }>(
          `select place - 1 as place from passages where id = $2 and place > 0 order by ts_rank_cd(said, ${any}) desc, place limit 2`,
          [question, rows[0]?.id ?? ""],
        );
        const score = Math.min(1, rows[0]?.rank ?? 0);
        answers.set(question, {
          articles: rows.map(({ id }) => id),
          sentences: sentences.map(({ place }) => ({ articleId: rows[0]?.id ?? "", position: place })),
          score,
          isAnswered: score >= ANSWERED_FROM,
        });
      }
      return answers;
    } finally {
      client.release();
    }
  });
  return async (question) => found.get(question) ?? { articles: [], sentences: [], score: 0, isAnswered: false };
}

function twoBest(values: number[]): number[] {
  return values
    .map((value, position) => ({ value, position }))
    .sort((a, b) => b.value - a.value || a.position - b.position)
    .slice(0, 2)
    .map(({ position }) => position)
    .sort((a, b) => a - b);
}
