import type { CutOutText } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import type { ArticleRow } from "../library/articles/index.ts";
import {
  changeContent,
  createTitleEdit,
  insertUnchangedVersion,
  restoreContent,
  rewriteByHand,
  setState,
} from "../library/edit/index.ts";
import type { DecisionRow, EventDeps } from "../library/index.ts";
import { chooseFirstState, findSection, reinsertStatement } from "../library/retract/index.ts";
import { findCutOut, storeCutOutDecision } from "./article-queries.ts";
import {
  createChoiceNotOfferedError,
  type DecisionCase,
  type DecisionOutcome,
  recordInboxDecision,
} from "./decision-case.ts";

/** A sentence that left its article with a deleted message: somebody writes it anew, or it stays out. */
export async function decideCutOut(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { item, article, choice, by } = given;
  const found = await findCutOut(scope, item.subject);
  if (!found) throw notFound("item of the inbox");
  await storeCutOutDecision(scope, item.subject, new Date());
  if (choice.choice === "remove") {
    const what = LEFT_OUT[found.part];
    await insertUnchangedVersion(scope, article.id, what, by);
    await deps.events.notify(scope, { type: "article", id: article.id });
    return { message: what, undo: await recordInboxDecision(deps, scope, given, { before: {}, what }) };
  }
  if (choice.choice !== "rewrite") throw createChoiceNotOfferedError();
  const text = choice.sentence?.trim();
  if (!text) throw invalid("Write the sentence.");
  if (text === found.statement.text.trim()) throw invalid("Write the words that are missing.");
  const stands = await standAgain(scope, article);
  const change = rewritten(article, found, text, by);
  const what = WRITTEN[found.part];
  const before = await changeContent(deps, scope, article, { ...change, reason: what, by });
  return {
    message: what,
    undo: await recordInboxDecision(deps, scope, given, { before: { ...before, ...stands }, what }),
  };
}

const LEFT_OUT = {
  sentence: "A person left a sentence out that lost words with a deleted message.",
  heading: "A person left a heading out that lost words with a deleted message.",
  title: "A person left a title out that lost words with a deleted message.",
};
const WRITTEN = {
  sentence: "A person wrote a sentence anew that had lost words with a deleted message.",
  heading: "A person wrote a heading anew that had lost words with a deleted message.",
  title: "A person wrote the title anew, which had lost words with a deleted message.",
};

/** An article without any sentence was withdrawn. Returns what its state was. */
async function standAgain(scope: WorkspaceScope, { id, state, stateReason, channelId }: ArticleRow) {
  if (state !== "withdrawn") return {};
  const stands = { state: "stands" as const, stateReason: null };
  await setState(scope, id, channelId ? await chooseFirstState(scope, channelId) : stands);
  return { state, stateReason };
}

function rewritten(article: ArticleRow, { part, statement, place }: CutOutText, typed: string, by: string) {
  const { summary, body } = article;
  const written = rewriteByHand(statement, typed, by);
  if (part === "title")
    return { summary, body, title: written.text, hand: { ...article.hand, title: createTitleEdit(written.text, by) } };
  if (part === "sentence") return reinsertStatement({ summary, body }, { place }, written);
  const own = findSection({ body }, place);
  if (own === null) throw conflict("The section is not there any more. Leave the heading out.");
  const heading = { heading: written.text, hand: createTitleEdit(written.text, by) };
  return { summary, body: body.map((section, index) => (index === own ? { ...section, ...heading } : section)) };
}

/** The sentence leaves the article again and waits as before. */
export async function undoCutOut(
  deps: EventDeps,
  scope: WorkspaceScope,
  article: ArticleRow,
  { subject, before }: Pick<DecisionRow, "subject" | "before">,
): Promise<void> {
  await restoreContent(deps, scope, article, before);
  if (before.state) await setState(scope, article.id, { state: before.state, stateReason: before.stateReason ?? null });
  await storeCutOutDecision(scope, subject.slice(subject.indexOf(".") + 1), null);
}

/** Says what happened and asks for the new words. */
export const explainCutOut = ({ part }: Pick<CutOutText, "part">): string =>
  `A message was deleted in the chat, and ${PARTS[part]} lost words with it. It left the article and its pages. Write it anew?`;

const PARTS = {
  sentence: "a sentence that a person wrote",
  heading: "a heading that a person wrote",
  title: "the title that a person wrote",
};
