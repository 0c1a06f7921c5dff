export { answerQuestion, type FoundAnswer, readQuestion } from "./answer-question.ts";
export { askCollection, type PlainArticle, readCollection } from "./ask-collection.ts";
export { nearTerms } from "./synonyms.ts";
export { plainWords, questionTermsOf, termsOf } from "./terms.ts";
export { closestTerms, type QuestionTerm, type WordStatistics, weighTerms } from "./word-statistics.ts";
