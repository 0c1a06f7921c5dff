export {
  answerFromCollection,
  answerQuestion,
  buildAskedQuestion,
  type FoundAnswer,
  type FoundSentence,
  MIN_LIKELY_SCORE,
  type PlainArticle,
  parseCollection,
} from "./answer-question.ts";
export { findSynonyms } from "./synonyms.ts";
export { extractQuestionTerms, extractTerms, splitIntoWords } from "./terms.ts";
export { findClosestTerms, type QuestionTerm, type WordStatistics, weighTerms } from "./word-statistics.ts";
