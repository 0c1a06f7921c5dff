import { redactText } from "../../../engine/redact/redact.ts";
import type { Complaint } from "../../../shared/domain/ask.ts";
import type { ReaderScope } from "../../db/audience.ts";
import { newId } from "../../db/new-id.ts";
import type { Deps } from "../../deps.ts";
import { conflict } from "../../errors.ts";
import { lockArticleRow } from "../../library/edit/index.ts";
import { requireReadableArticles } from "../../library/index.ts";
import { countOpenReports, deleteOpenReports, insertReport, isReportOpen, type ReportRow } from "./report-queries.ts";

/** Enough reports for a person to see that something is wrong. */
const MOST_OPEN = 20;

export interface ProblemReport {
  articleId: string;
  text: string;
  /** The reporter's name as shown to people. */
  reportedBy: string;
  /** The answer it is about, its question, and the complaint; `text` may then be empty. */
  about?: { id: string; question: string; complaint: Complaint };
}

/** Adds a report to the article's inbox; the same report counts once. Throws 'not found' for an unreadable article. */
export async function reportProblem(
  { events }: Pick<Deps, "events">,
  scope: ReaderScope,
  { articleId, text, reportedBy, about }: ProblemReport,
): Promise<void> {
  await requireReadableArticles(scope, articleId);
  await lockArticleRow(scope, articleId);
  const said = withoutSecrets(text);
  if (!about && (await isReportOpen(scope, articleId, said))) return;
  if ((await countOpenReports(scope, articleId)) >= MOST_OPEN)
    throw conflict(`${MOST_OPEN} reports about this article wait already. Decide some in the inbox first.`);
  await insertReport(scope, { id: newId(), articleId, text: said, reportedBy, ...(about && columnsOf(about)) });
  await events.notify(scope, { type: "inbox" });
}

const columnsOf = ({ id, question, complaint }: NonNullable<ProblemReport["about"]>) => ({
  answerId: id,
  question: withoutSecrets(question),
  complaint,
});

const withoutSecrets = (text: string) => redactText(text.trim().replace(/\s+/g, " ")).text;

/** Withdraws open reports about an answer; decided ones stay. */
export async function withdrawReports(
  { events }: Pick<Deps, "events">,
  scope: ReaderScope,
  answerId: string,
): Promise<void> {
  if (await deleteOpenReports(scope, answerId)) await events.notify(scope, { type: "inbox" });
}

/** The report as a sentence for a person. */
export function describeReport({ reportedBy, text, question, complaint }: ReportRow): string {
  if (question === null) return `${reportedBy} says: “${text}”`;
  const says = `${reportedBy} asked “${question}” and says that the answer is ${complaint ?? "wrong"}`;
  return text === "" ? `${says}.` : `${says}: “${text}”`;
}
