import type { Encoder } from "../encoder/meaning.ts";
import { answerQuestion, type FoundAnswer, readQuestion } from "./answer-question.ts";
import type { SearchedArticle } from "./features.ts";
import { closestTerms, statisticsOf, type WordStatistics, weighTerms } from "./word-statistics.ts";

export interface PlainArticle {
  id: string;
  title: string;
  sentences: string[];
}

/** Articles that are all in memory: for the command line and for measuring. */
export interface Collection {
  articles: SearchedArticle[];
  statistics: WordStatistics;
}

export async function readCollection(articles: PlainArticle[], encoder: Encoder): Promise<Collection> {
  const read: SearchedArticle[] = [];
  for (const { id, title, sentences } of articles) {
    const [titleMeaning, ...meanings] = await encoder.encode([title, ...sentences]);
    read.push({
      id,
      title,
      titleMeaning,
      sentences: sentences.map((text, place) => ({ text, meaning: meanings[place] })),
    });
  }
  return { articles: read, statistics: statisticsOf(read) };
}

export async function askCollection(question: string, collection: Collection, encoder: Encoder): Promise<FoundAnswer> {
  return answerQuestion(await questionTo(question, collection, encoder), collection.articles, collection.statistics);
}

export async function questionTo(question: string, { statistics }: Collection, encoder: Encoder) {
  const [meaning] = await encoder.encode([question]);
  const terms = weighTerms(question, statistics, (term) => closestTerms(term, statistics.containing.keys()));
  return readQuestion(question, terms, meaning);
}
