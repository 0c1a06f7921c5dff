export {
  answerFromCollection,
  answerQuestion,
  type FoundAnswer,
  type FoundSentence,
  LIKELY_FROM,
  type PlainArticle,
  parseCollection,
  readQuestion,
} from "./answer-question.ts";
export { findSynonyms } from "./synonyms.ts";
export { extractQuestionTerms, extractTerms, splitIntoWords } from "./terms.ts";
export { findClosestTerms, type QuestionTerm, type WordStatistics, weighTerms } from "./word-statistics.ts";
