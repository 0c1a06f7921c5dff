import { LONGEST_SNOOZE_DAYS } from "../../shared/domain/inbox.ts";
import { type ReaderScope, scopeForReader } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { invalid, notFound } from "../errors.ts";
import { mayDecideDuplicate } from "../wiki/comparisons/index.ts";
import { findOpenFinding, mayReadWikiPage } from "../wiki/findings/index.ts";
import { mayBeAssigned, maySeeQuestion, setAssignment, setSnooze } from "./assignment-queries.ts";
import { parseItemId, parseWikiOrQuestionItem } from "./decision-case.ts";
import { findOpenItem } from "./inbox-queries.ts";

export interface AssignRequest {
  item: string;
  assignee: string | null;
  dueOn: string | null;
  by: string;
}

/** Sets the assignee and the due day of an open item. */
export async function assignItem(
  { events }: Pick<Deps, "events">,
  scope: ReaderScope,
  { item, ...assignment }: AssignRequest,
): Promise<void> {
  const mayDecide = await requireOpen(scope, item);
  if (assignment.assignee !== null && !(await mayDecide(assignment.assignee)))
    throw invalid("This person may not decide about it, or may not read it. Choose somebody else.");
  await setAssignment(scope, item, assignment);
  await events.notify(scope, { type: "inbox" });
}

const IS_OPEN_FOR = {
  "wiki-finding": async (scope: ReaderScope, id: string) => (await findOpenFinding(scope, id)) !== null,
  "wiki-page": mayReadWikiPage,
  "wiki-duplicate": mayDecideDuplicate,
  "open-question": maySeeQuestion,
};

/** Throws 'not found' unless the item is open and the reader may read it. Returns who else may decide it. */
async function requireOpen(scope: ReaderScope, item: string): Promise<(assignee: string) => Promise<boolean>> {
  const other = parseWikiOrQuestionItem(item);
  if (other) {
    const isOpenFor = (one: ReaderScope) => IS_OPEN_FOR[other.kind](one, other.id);
    if (!(await isOpenFor(scope))) throw notFound("item of the inbox");
    return async (assignee) =>
      (await mayBeAssigned(scope, null, assignee)) && (await isOpenFor(scopeForReader(scope, assignee)));
  }
  const open = await findOpenItem(scope, parseItemId(item));
  if (!open) throw notFound("item of the inbox");
  return (assignee) => mayBeAssigned(scope, open.articleId, assignee);
}

export interface SnoozeRequest {
  item: string;
  /** Null ends the snooze now. */
  until: string | null;
  by: string;
}

/** Hides an open item from the inbox until a time. */
export async function snoozeItem(
  { events }: Pick<Deps, "events">,
  scope: ReaderScope,
  { item, until, by }: SnoozeRequest,
): Promise<void> {
  await requireOpen(scope, item);
  const moment = until === null ? null : new Date(until);
  const ahead = moment === null ? 1 : moment.getTime() - Date.now();
  if (ahead <= 0 || ahead > LONGEST_SNOOZE_DAYS * 86_400_000) throw invalid("Choose a day within the next year.");
  await setSnooze(scope, item, { until: moment, by });
  await events.notify(scope, { type: "inbox" });
}
