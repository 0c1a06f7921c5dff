import { extractQuestionTerms } from "../../../engine/answer/index.ts";
import type { ArticleAnswer } from "../../../shared/contract/ask.ts";
import type { PersonScope } from "../../db/audience.ts";
import type { Deps } from "../../deps.ts";
import { isSameQuestion } from "../open-questions/same-question.ts";
import {
  addAnswerArticles,
  insertAnswer,
  listUnrepeatedQuestions,
  lockAnswersOfPerson,
  markQuestionsRepeated,
} from "./given-answer-queries.ts";

/**
 * Stores the shown answer without the question's text, and marks earlier answers to the same question as asked again. Returns false
 * if it was stored before, because it is shown again.
 */
export async function storeGivenAnswer(
  { secrets }: Pick<Deps, "secrets">,
  scope: PersonScope,
  { asking, question, answer }: { asking: string; question: string; answer: ArticleAnswer },
): Promise<boolean> {
  // The hash includes the person, so that equal questions of different people cannot be matched.
  const matter = extractQuestionTerms(question).map((term) => secrets.hmac(`${scope.reader} ${term}`, "asked matter"));
  const shown = new Set(answer.sentences.map(({ articleId }) => articleId));
  const articles = answer.articles.map(({ id }) => ({ id, isShown: shown.has(id) }));
  const given = { id: asking, matter, articles };
  await lockAnswersOfPerson(scope);
  const isNew = await insertAnswer(scope, given);
  await addAnswerArticles(scope, given);
  if (!isNew) return false;
  const before = await listUnrepeatedQuestions(scope, asking);
  const again = before.filter((one) => isSameQuestion(matter, one.matter)).map(({ id }) => id);
  await markQuestionsRepeated(scope, again);
  return true;
}
