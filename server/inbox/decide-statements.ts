import { escapeMarkdown } from "../../connectors/markdown-text.ts";
import { redactText } from "../../engine/redact/redact.ts";
import { type ArticleText, listStatements, type Statement } from "../../shared/domain/article.ts";
import type { InboxChoice } from "../../shared/domain/inbox.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { conflict, invalid, notFound } from "../errors.ts";
import { findEditedSource, listSourceEdits, type SourceEdit } from "../library/articles/index.ts";
import {
  acceptProposal,
  createArticleFromProposal,
  findInboxItem,
  getConflictKey,
  type InboxItemRow,
  mapStatements,
  updateInboxItem,
} from "../library/dedupe/index.ts";
import { changeContent, findNewSentences, insertUnchangedVersion } from "../library/edit/index.ts";
import { articleChanged, type EventDeps } from "../library/index.ts";
import {
  createChoiceNotOfferedError,
  type DecisionCase,
  type DecisionOutcome,
  type DecisionRequest,
  recordInboxDecision,
} from "./decision-case.ts";
import { EDIT_CHOICES } from "./shown-items.ts";

/** Decides items about an article's content: a contradiction, a proposed change, possibly outdated sentences. */

export async function decideConflict(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { article, choice } = given;
  const item = await openItem(scope, given);
  const [fresh] = item.fresh.summary;
  const { known } = item;
  if (!known || !fresh) throw notFound("item of the inbox");
  if (item.fresh.waits && !EDIT_CHOICES.includes(choice.choice)) throw createChoiceNotOfferedError();
  // After a merge both statements are in the article.
  const isFresh = (statement: Statement) => getConflictKey(statement) === getConflictKey(fresh);
  const standsBeside = listStatements(article).some(isFresh);
  const edit = (await listSourceEdits(scope, [article.id])).find(
    ({ id }) => findEditedSource(known, fresh, new Set([id])) !== undefined,
  );
  // The article's own sentence may have more sources, a doubt or a person's note by now.
  const present = listStatements(article).find((statement) => getConflictKey(statement) === item.subject) ?? known;
  const stays = edit ? keptDespite(present, [edit], given.by) : present;
  const standsFor = replacementOf(choice, stays, fresh) ?? (standsBeside || edit ? [stays] : null);
  await updateInboxItem(scope, item.id, { state: "decided" });
  if (!standsFor) {
    await insertUnchangedVersion(scope, article.id, KEPT, given.by);
    await articleChanged.announce(deps, scope, { articleId: article.id });
    await deps.events.notify(scope, { type: "article", id: article.id });
    return { message: KEPT, undo: await recordInboxDecision(deps, scope, given, { before: {}, what: KEPT }) };
  }
  const changed = mapStatements({ summary: article.summary, body: article.body }, (statement) =>
    getConflictKey(statement) === item.subject ? standsFor : isFresh(statement) ? null : statement,
  );
  const what = { keep: KEPT, replace: REPLACED, add: ADDED }[choice.choice as string] ?? BOTH;
  const before = await changeContent(deps, scope, article, { ...changed, reason: what, by: given.by });
  return { message: what, undo: await recordInboxDecision(deps, scope, given, { before, what }) };
}

const KEPT = "A person decided that it stays as it is, although somebody said otherwise.";
const REPLACED = "A person decided that what was said later holds.";
const ADDED = "A person decided that what was said later is no contradiction, and it was added.";
const BOTH = "A person decided that both hold.";

/** The statement's replacement; null if it stays. */
function replacementOf(
  { choice, conditions }: DecisionRequest,
  known: Statement,
  fresh: Statement,
): Statement[] | null {
  if (choice === "keep") return null;
  if (choice === "replace") return [fresh];
  if (choice === "add") return [known, fresh];
  if (choice !== "keep-both") throw createChoiceNotOfferedError();
  return [...under(conditions?.known, known), ...under(conditions?.fresh, fresh)];
}

function under(condition: string | undefined, statement: Statement): Statement[] {
  if (!condition?.trim()) return [statement];
  const when = `**${escapeMarkdown(redactText(condition.trim().replace(/\s+/g, " ")).text)}:**`;
  if (statement.form === "sentence") return [{ ...statement, text: `${when} ${statement.text}` }];
  return [{ form: "sentence", text: when, language: null, sources: statement.sources }, statement];
}

export async function decideProposal(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { choice, by } = given;
  const item = await openItem(scope, given);
  if (choice.choice === "accept") {
    const undo = await acceptProposal(deps, scope, { itemId: item.id, by, sentences: choice.sentences });
    return { message: "The article says it now.", undo };
  }
  if (choice.choice === "own-article") {
    const { article } = given;
    const title = choice.title?.trim();
    if (!title) throw invalid("Enter a title for the new article.");
    const own = await createArticleFromProposal(deps, scope, { article, item, title, sentences: choice.sentences, by });
    return { message: "It is an article of its own now.", ...own };
  }
  if (choice.choice !== "decline") throw createChoiceNotOfferedError();
  await updateInboxItem(scope, item.id, { state: "decided" });
  const what = "A proposed change was declined.";
  return {
    message: "The article stays as it is.",
    undo: await recordInboxDecision(deps, scope, given, { before: {}, what }),
  };
}

async function openItem(scope: WorkspaceScope, { item }: DecisionCase): Promise<InboxItemRow> {
  const row = await findInboxItem(scope, item.subject);
  if (row?.state !== "open") throw notFound("item of the inbox");
  return row;
}

export async function decideLostSupport(
  deps: EventDeps,
  scope: WorkspaceScope,
  given: DecisionCase,
): Promise<DecisionOutcome> {
  const { article, choice } = given;
  const edits = await listSourceEdits(scope, [article.id]);
  const left = LOST_SUPPORT[choice.choice]?.(article, edits, given.by);
  if (!left) throw createChoiceNotOfferedError();
  if (listStatements(left).length === 0) throw conflict("The article would be empty. Remove it instead.");
  const what = DOUBT_ENDED[choice.choice] ?? "";
  const { summary, body } = left;
  const before = await changeContent(deps, scope, article, { summary, body, reason: what, by: given.by });
  return { message: what, undo: await recordInboxDecision(deps, scope, given, { before, what }) };
}

type EndDoubt = (article: ArticleText, edits: SourceEdit[], by: string) => ArticleText | null;

const LOST_SUPPORT: Partial<Record<InboxChoice, EndDoubt>> = {
  keep: (article, edits, by) =>
    mapStatements(article, (known) => {
      const { doubt, correctedBy: _, ...statement } = known;
      const met = edits.filter(({ id }) => doubt && statement.sources.includes(id));
      return met.length > 0 ? keptDespite(statement, met, by) : statement;
    }),
  remove: (article) => mapStatements(article, (statement) => (statement.doubt ? null : statement)),
  replace: takeNewWords,
};

const DOUBT_ENDED: Partial<Record<InboxChoice, string>> = {
  keep: "A person decided that its sentences still hold.",
  remove: "A person took out the sentences that may not hold any more.",
  replace: "A person had it say what its edited message says now.",
};

/** Null where no new words are known. A sentence that the article has already is not repeated. */
function takeNewWords(article: ArticleText, edits: SourceEdit[]): ArticleText | null {
  const found = new Map(listStatements(article).map((one) => [one, findNewSentences(one, edits)]));
  if ([...found.values()].every((words) => words === undefined)) return null;
  const said = new Set([...found].flatMap(([{ text }, words]) => (words ? [] : [text])));
  return mapStatements(article, (statement) => {
    const words = found.get(statement);
    if (!words) return statement;
    const fresh = words.filter(({ text }) => !said.has(text));
    for (const { text } of fresh) said.add(text);
    return fresh;
  });
}

/**
 * A sentence that a person kept although its message says something else by now: it is theirs from then on, beside the words that
 * the message had. The same edit is not asked about again.
 */
function keptDespite(statement: Statement, edits: SourceEdit[], by: string): Statement {
  const marks = edits.map(({ mark }) => mark);
  const hand = statement.hand ?? { what: "kept" as const, by, at: new Date().toISOString(), words: [] };
  return { ...statement, hand, keptDespite: [...new Set([...(statement.keptDespite ?? []), ...marks])] };
}
