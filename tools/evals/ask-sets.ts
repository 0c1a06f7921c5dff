import { readFileSync } from "node:fs";
import type { PlainArticle } from "../../engine/answer/answer-question.ts";
import { readRows } from "./bench-rows.ts";

/** A question, and the place of its answer. The place is empty if no article answers the question. */
export interface AskRow {
  half: "tune" | "check";
  question: string;
  articles: string[];
  /** The positions of the answering sentences; undefined if nobody labelled them. */
  gold?: number[];
}

export interface AskSet {
  name: string;
  articles: PlainArticle[];
  rows: AskRow[];
}

interface ClapNqRow {
  id: string | number;
  question: string;
  answerable: boolean;
  title: string;
  sentences: string[];
  gold: number[];
}

/**
 * Reads questions with their passages (CLAPNQ, Apache-2.0). Each passage is an article. Every second question is for
 * tuning.
 */
export function readClapNqQuestions(data: string): AskSet {
  const rows = readRows<ClapNqRow>(data, "ask.dev.jsonl.gz");
  return {
    name: "CLAPNQ",
    articles: rows.map(({ id, title, sentences }) => ({ id: String(id), title, sentences })),
    rows: rows.map(({ id, question, answerable, gold }, place) => ({
      half: place % 2 === 0 ? "tune" : "check",
      question,
      articles: answerable ? [String(id)] : [],
      ...(answerable && { gold }),
    })),
  };
}

/**
 * Reads questions written for the demo's articles. Many use other words than the article, and a third has no answer.
 */
export function readOwnQuestions(): AskSet {
  return {
    name: "demo",
    articles: readLines<PlainArticle>("./ask-articles.jsonl"),
    rows: readLines<AskRow>("./ask-questions.jsonl"),
  };
}

function readLines<T>(file: string): T[] {
  return readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as T);
}
