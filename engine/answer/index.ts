export {
  answerQuestion,
  askCollection,
  type FoundAnswer,
  type FoundSentence,
  type PlainArticle,
  readCollection,
  readQuestion,
} from "./answer-question.ts";
export { nearTerms } from "./synonyms.ts";
export { plainWords, questionTermsOf, termsOf } from "./terms.ts";
export { closestTerms, type QuestionTerm, type WordStatistics, weighTerms } from "./word-statistics.ts";
