import { answerFromCollection, MIN_LIKELY_SCORE, parseCollection } from "../../engine/answer/answer-question.ts";
import { createSentenceEncoder } from "../../engine/encoder/sentence-encoder.ts";
import { type AnswerMethod, createFullTextSearch, createWordSearch } from "./ask-baselines.ts";
import { type AskRow, type AskSet, readClapNqQuestions, readOwnQuestions } from "./ask-sets.ts";
import { computeAreaUnderCurve, computeCalibrationError } from "./measures.ts";

const SHARE_ANSWERED = 0.6;

/**
 * Measures answers on CLAPNQ's questions, if given, and on the demo's own. `check` is the half that was not used for
 * fitting.
 */
export async function evaluateAsk(data: string | undefined): Promise<Record<string, object[]>> {
  const sets = [...(data ? [readClapNqQuestions(data)] : []), readOwnQuestions()];
  const tables: Record<string, object[]> = {};
  for (const set of sets) {
    const ways: [string, AnswerMethod][] = [
      ["ask", await engineOn(set)],
      ["BM25 alone", createWordSearch(set)],
      ["plain PostgreSQL full text", await createFullTextSearch(set)],
    ];
    const rows: object[] = [];
    for (const [by, way] of ways) {
      const answers = await Promise.all(set.rows.map(async (row) => ({ row, ...(await way(row.question)) })));
      for (const half of ["check", "tune"] as const)
        rows.push({ by, half, ...measuresOf(answers.filter(({ row }) => row.half === half)) });
    }
    tables[`questions answered, ${set.name}`] = rows;
  }
  return tables;
}

async function engineOn(set: AskSet): Promise<AnswerMethod> {
  const encoder = createSentenceEncoder();
  const collection = await parseCollection(set.articles, encoder);
  return async (question) => {
    const { articles, sentences, score, isAnswered } = await answerFromCollection(question, collection, encoder);
    return {
      articles: articles.map(({ id }) => id),
      sentences: sentences.map(({ articleId, position }) => ({ articleId, position })),
      score,
      isAnswered,
    };
  };
}

type AnsweredRow = Awaited<ReturnType<AnswerMethod>> & { row: AskRow };

function measuresOf(answers: AnsweredRow[]) {
  const answerable = answers.filter(({ row }) => row.articles.length > 0);
  const marked = answerable.filter(({ row }) => row.gold);
  const isRight = ({ row, articles }: AnsweredRow) => row.articles.includes(articles[0] ?? "");
  const surest = answers.toSorted((a, b) => b.score - a.score).slice(0, Math.round(SHARE_ANSWERED * answerable.length));
  const direct = answers.filter(({ isAnswered }) => isAnswered);
  const likely = answers.filter(({ isAnswered, score }) => !isAnswered && score >= MIN_LIKELY_SCORE);
  const wrong = (some: AnsweredRow[]) => percent(mean(some.map((one) => Number(!isRight(one)))));
  return {
    questions: answers.length,
    "nDCG@10": round(mean(answerable.map(gainOf))),
    "right first": percent(mean(answerable.map((one) => Number(isRight(one))))),
    "sentence F1": round(mean(marked.map(sentenceF1))),
    "AUC not known": round(
      computeAreaUnderCurve(answers.map(({ score, row }) => ({ score, positive: row.articles.length > 0 }))),
    ),
    "calibration error": percent(
      computeCalibrationError(answers.map((one) => ({ score: one.score, positive: isRight(one) }))),
    ),
    "wrong at 60 % answered": wrong(surest),
    "answered directly": percent(
      direct.filter(({ row }) => row.articles.length > 0).length / Math.max(1, answerable.length),
    ),
    "of those wrong": wrong(direct),
    "likely (of those wrong)": `${likely.length} (${wrong(likely)})`,
  };
}

function gainOf({ row, articles }: AnsweredRow): number {
  const place = articles.slice(0, 10).findIndex((id) => row.articles.includes(id));
  return place < 0 ? 0 : 1 / Math.log2(place + 2);
}

function sentenceF1({ row, sentences }: AnsweredRow): number {
  const gold = new Set((row.gold ?? []).map((position) => `${row.articles[0]} ${position}`));
  const hits = sentences.filter(({ articleId, position }) => gold.has(`${articleId} ${position}`)).length;
  return hits === 0 ? 0 : (2 * hits) / (gold.size + sentences.length);
}

const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const round = (value: number) => Math.round(1000 * value) / 1000;
const percent = (value: number) => Math.round(1000 * value) / 10;
