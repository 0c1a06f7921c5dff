import type { ReaderScope } from "../db/audience.ts";
import type { Deps } from "../deps.ts";
import { invalid, notFound } from "../errors.ts";
import { mayBeAssigned, setAssignment } from "./assignment-queries.ts";
import { parseItemId } from "./case.ts";
import { findOpenItem } from "./inbox-queries.ts";

export interface Assigning {
  item: string;
  assignee: string | null;
  dueOn: string | null;
  by: string;
}

/** Who is to decide an open item, and by when. */
export async function assignItem(
  { events }: Pick<Deps, "events">,
  scope: ReaderScope,
  { item, ...assignment }: Assigning,
): Promise<void> {
  const open = await findOpenItem(scope, parseItemId(item));
  if (!open) throw notFound("item of the inbox");
  if (assignment.assignee !== null && !(await mayBeAssigned(scope, open.articleId, assignment.assignee)))
    throw invalid("This person may not decide about the article, or may not read it. Choose somebody else.");
  await setAssignment(scope, item, assignment);
  await events.notify(scope, { type: "inbox" });
}
