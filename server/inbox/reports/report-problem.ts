import type { ReaderScope } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { lockArticleRow, requireReadable } from "../../library/index.ts";
import { redact } from "../../pipeline/redact.ts";
import { countOpenReports, insertReport, isReportOpen } from "./report-queries.ts";

/** Enough for a person to see that something is wrong. */
const MOST_OPEN = 20;

export interface Problem {
  articleId: string;
  text: string;
  /** As people read it. */
  reportedBy: string;
}

/** Puts it into the article's inbox; the same said twice stands there once. Throws 'not found' for what the reader may not read. */
export async function reportProblem(
  { events }: Pick<Deps, "events">,
  scope: ReaderScope,
  { articleId, text, reportedBy }: Problem,
): Promise<void> {
  await requireReadable(scope, articleId);
  await lockArticleRow(scope, articleId);
  const said = redact(text.trim().replace(/\s+/g, " ")).text;
  if (await isReportOpen(scope, articleId, said)) return;
  if ((await countOpenReports(scope, articleId)) >= MOST_OPEN)
    throw conflict(`${MOST_OPEN} reports about this article wait already. Decide some in the inbox first.`);
  await insertReport(scope, { id: newId(), articleId, text: said, reportedBy });
  await events.notify(scope, { type: "inbox" });
}
