import type { WikiDuplicate } from "../../shared/contract/wiki-health.ts";
import { BRAND } from "../../shared/domain/brand.ts";
import { WIKI_HEALTH_PATH } from "../../shared/domain/notifications.ts";
import { listOftenAsked } from "../ask/index.ts";
import { inWorkspaceAs, type PersonScope, readInWorkspaceAs } from "../db/audience.ts";
import { safeDatabaseError } from "../db/pool.ts";
import type { Deps } from "../deps.ts";
import { writeLetter } from "../mail/letter.ts";
import type { Mail } from "../mail/mailer.ts";
import { enqueueMail } from "../mail/queued-mail.ts";
import { type Addressee, insertNotification, readAddressee, unsubscribeLink } from "../notifications/index.ts";
import { countOpenFindings, listOpenFindings } from "../wiki/findings/index.ts";
import { listOpenDuplicates } from "./duplicate-queries.ts";
import { listUnconfirmedPages } from "./health-queries.ts";
import { MAX_DUPLICATES_READ, readDuplicates } from "./read-duplicates.ts";
import { claimWeeklyReport, type DueReport, isReportMailWanted, listDueReports } from "./report-queries.ts";

/** The mail names so many of each, and counts all. */
const MOST_NAMED = 5;
const ALL = { mine: false, snoozed: false };

type ReportDeps = Pick<Deps, "db" | "env" | "secrets" | "queue" | "events" | "log">;

/** Tells owners and admins once a week what to look at in the wiki, as far as each may read it; nobody when there is nothing. */
export async function sendWeeklyReports(deps: ReportDeps, now = new Date()): Promise<void> {
  for (const person of await listDueReports(deps.db, now))
    try {
      const compared = await readDuplicatesForReport(deps, person);
      await inWorkspaceAs(deps.db, person, (scope) => tell(deps, scope, { ...person, now, compared }));
    } catch (error) {
      deps.log.warn({ err: safeDatabaseError(error) }, "A report about the wiki was not sent; it is tried again");
    }
}

/** The week is claimed in the transaction that stores the notification and the mail: a killed worker has done none of it. */
async function tell(
  deps: ReportDeps,
  scope: PersonScope,
  { userId, week, now, compared }: DueReport & { now: Date; compared: WikiDuplicate[] },
): Promise<void> {
  if (!(await claimWeeklyReport(scope, week, now))) return;
  const report = await buildReportMail(deps, scope, compared);
  if (!report) return;
  const mark = `week of ${week.slice(0, 10)}`;
  if (await insertNotification(scope, { kind: "wiki", userId, articleId: null, mark }))
    await deps.events.notify(scope, { type: "notifications" });
  if (await isReportMailWanted(scope)) await enqueueMail(deps, scope, report);
}

/** Compares the texts before the transaction that tells of them. */
export const readDuplicatesForReport = ({ db }: Pick<Deps, "db">, person: Pick<DueReport, "workspaceId" | "userId">) =>
  readDuplicates((work) => readInWorkspaceAs(db, person, work));

/** Builds the mail for a person; null where there is nothing to tell them. */
export async function buildReportMail(
  deps: Pick<Deps, "env" | "secrets">,
  scope: PersonScope,
  compared: WikiDuplicate[],
): Promise<Mail | null> {
  const lists = await listMatters(scope, deps.env.PUBLIC_URL, compared);
  const addressee = await readAddressee(scope);
  return lists.length > 0 && addressee ? reportMail(deps, scope, addressee, lists) : null;
}

interface ReportSection {
  heading: string;
  items: { text: string; url: string; note: string }[];
}

async function listMatters(scope: PersonScope, publicUrl: string, compared: WikiDuplicate[]): Promise<ReportSection[]> {
  const [inbox, health] = [`${publicUrl}/articles?view=inbox`, `${publicUrl}${WIKI_HEALTH_PATH}`];
  const findings = await listOpenFindings(scope, { part: ALL, limit: MOST_NAMED });
  const { count } = await countOpenFindings(scope, ALL);
  const open = new Set(
    (await listOpenDuplicates(scope, { limit: MAX_DUPLICATES_READ, offset: 0 })).map(({ id }) => id),
  );
  const duplicates = compared.filter(({ id }) => open.has(id));
  const unconfirmed = await listUnconfirmedPages(scope);
  const questions = await listOftenAsked(scope);
  const matter = <One>(
    title: string,
    total: number,
    all: One[],
    itemOf: (one: One) => ReportSection["items"][number],
  ): ReportSection => ({
    heading: `${title} (${total})`,
    items: all.slice(0, MOST_NAMED).map(itemOf),
  });
  return [
    matter("The chat says otherwise, or more", count, findings, ({ title, times }) => ({
      text: title,
      url: inbox,
      note: times === 1 ? "Said in one conversation" : `Said in ${times} conversations`,
    })),
    matter("Often asked, not confirmed for long", unconfirmed.total, unconfirmed.pages, ({ title, answers }) => ({
      text: title,
      url: health,
      note: `${answers} answers in 90 days`,
    })),
    matter("Say much the same", duplicates.length, duplicates, ({ page, other, article }) => ({
      text: page.title,
      url: health,
      note: `Much of it also stands in “${other?.title ?? article?.title ?? ""}”`,
    })),
    matter("Asked often, and nobody has explained it", questions.length, questions, ({ question, times }) => ({
      text: question,
      url: `${publicUrl}/questions`,
      note: `Asked ${times} times`,
    })),
  ].filter(({ items }) => items.length > 0);
}

function reportMail(
  { env, secrets }: Pick<Deps, "env" | "secrets">,
  scope: PersonScope,
  to: Addressee,
  lists: ReportSection[],
): Mail {
  const { workspaceId, reader: userId } = scope;
  const unsubscribe = unsubscribeLink({ env, secrets }, { workspaceId, userId });
  return {
    to: to.email,
    subject: `Wiki health of ${to.workspace.replace(/\s+/g, " ").trim()}`,
    headers: { "List-Unsubscribe": `<${unsubscribe}>`, "List-Unsubscribe-Post": "List-Unsubscribe=One-Click" },
    ...writeLetter({
      title: "What to look at in your wiki",
      paragraphs: [`This week, in ${to.workspace}:`],
      lists,
      button: { label: `Open ${BRAND}`, url: `${env.PUBLIC_URL}${WIKI_HEALTH_PATH}` },
      footnotes: [
        `You get this email once a week. Change your notification settings: ${env.PUBLIC_URL}/settings/notifications`,
        `Unsubscribe from all emails about articles and the wiki: ${unsubscribe}`,
      ],
    }),
  };
}
