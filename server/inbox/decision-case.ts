import { INBOX_KINDS, type InboxChoice } from "../../shared/domain/inbox.ts";
import type { StateBeforeDecision } from "../db/schema.ts";
import type { WorkspaceScope } from "../db/workspace-scope.ts";
import { invalid, notFound } from "../errors.ts";
import { type ArticleRow } from "../library/articles/index.ts";
import { type EventDeps, recordDecision, type UndoableDecision } from "../library/index.ts";
import type { OpenInboxItem } from "./inbox-queries.ts";

export interface DecisionRequest {
  choice: InboxChoice;
  conditions?: { known: string; fresh: string } | undefined;
  sentences?: { taken: string[]; left: string[] } | undefined;
  title?: string | undefined;
  sentence?: string | undefined;
  wholeChannel?: boolean | undefined;
  note?: string | undefined;
}

export interface DecisionOutcome {
  message: string;
  undo: UndoableDecision | null;
  /** The article that the decision created. */
  newArticle?: { id: string; title: string };
}

/** The item to decide, and the choice. */
export interface DecisionCase {
  item: OpenInboxItem;
  /** The article; it and its conversations are locked. */
  article: ArticleRow;
  choice: DecisionRequest;
  by: string;
}

const UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

const OTHER_KINDS = ["wiki-finding", "wiki-page", "wiki-duplicate", "open-question"] as const;

/** The finding, page, duplicate or open question that an item's id names; null for the inbox's own items. */
export function parseWikiOrQuestionItem(item: string): { kind: (typeof OTHER_KINDS)[number]; id: string } | null {
  const [, name, id] = new RegExp(`^([a-z-]+)\\.(${UUID})$`).exec(item) ?? [];
  const kind = OTHER_KINDS.find((known) => known === name);
  return kind && id !== undefined ? { kind, id } : null;
}

/** Parses '<kind>.<row>', as the list returned it. */
export function parseItemId(id: string): Pick<OpenInboxItem, "kind" | "subject"> {
  const [, kind, subject] = new RegExp(`^([a-z-]+)\\.(${UUID})$`).exec(id) ?? [];
  const known = INBOX_KINDS.find((name) => name === kind);
  if (!known || !subject) throw notFound("item of the inbox");
  return { kind: known, subject };
}

export const createChoiceNotOfferedError = () => invalid("This choice is not available here.");

export const recordInboxDecision = (
  deps: EventDeps,
  scope: WorkspaceScope,
  { item, article, choice, by }: DecisionCase,
  { before, what, mark = "" }: { before: StateBeforeDecision; what: string; mark?: string },
) =>
  recordDecision(deps, scope, {
    subject: `${item.kind}.${item.subject}`,
    mark,
    articleId: article.id,
    title: article.title,
    choice: choice.choice,
    before,
    by,
    what,
  });
