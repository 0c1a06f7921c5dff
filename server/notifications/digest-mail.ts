import { BRAND } from "../../shared/domain/brand.ts";
import { NOTIFICATION_KINDS, type NotificationKind, WIKI_HEALTH_PATH } from "../../shared/domain/notifications.ts";
import { writeLetter } from "../mail/letter.ts";
import type { Mail } from "../mail/mailer.ts";
import type { Addressee, NotificationRow } from "./notification-queries.ts";

const HEADINGS: Readonly<Record<NotificationKind, string>> = {
  decision: "Waiting for a decision",
  asked: "Written from what you explained: is it right?",
  answered: "Answers what you asked",
  changed: "Changed",
  conflict: "Contradicted in the chat",
  retracted: "Withdrawn: no message supports it any more",
  new: "New",
  failed: "Could not be published",
  wiki: "What to look at in your wiki",
};
const FREQUENCIES = { "at-once": "at once", daily: "once a day", weekly: "once a week", never: "never" } as const;

interface MailLinks {
  publicUrl: string;
  unsubscribe: string;
}

/** Builds a person's mail about new events. */
export function buildDigestMail(to: Addressee, rows: NotificationRow[], { publicUrl, unsubscribe }: MailLinks): Mail {
  const lists = buildNewsLists(to, rows, publicUrl);
  const what = formatNewsCount(lists);
  return {
    to: to.email,
    subject: `${what} in the articles of ${oneLine(to.workspace)}`,
    headers: {
      "List-Unsubscribe": `<${unsubscribe}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
    ...writeLetter({
      title: `${what} for you`,
      paragraphs: [`Since the last mail, in ${to.workspace}:`],
      lists,
      button: { label: `Open ${BRAND}`, url: `${publicUrl}/notifications` },
      footnotes: [
        `You get this email ${FREQUENCIES[to.mail]}. Change your notification settings: ${publicUrl}/settings/notifications`,
        `Unsubscribe: ${unsubscribe}`,
      ],
    }),
  };
}

export interface NewsList {
  heading: string;
  items: { text: string; url: string; note: string }[];
}

/** Lists the events under headings, each article once per heading, with times in the person's time zone. */
export function buildNewsLists(
  to: Pick<Addressee, "locale" | "timeZone">,
  rows: NotificationRow[],
  publicUrl: string,
): NewsList[] {
  const moment = new Intl.DateTimeFormat(to.locale, { dateStyle: "medium", timeStyle: "short", timeZone: to.timeZone });
  return NOTIFICATION_KINDS.map((kind) => {
    const latest = new Map(rows.filter((row) => row.kind === kind).map((row) => [row.articleId, row]));
    return {
      heading: HEADINGS[kind],
      items: [...latest.values()].map(({ articleId, title, at }) => ({
        text: title ?? "Wiki health",
        url: addressOf(kind, articleId, publicUrl),
        note: moment.format(at),
      })),
    };
  }).filter(({ items }) => items.length > 0);
}

function addressOf(kind: NotificationKind, articleId: string | null, publicUrl: string): string {
  if (articleId === null) return `${publicUrl}${WIKI_HEALTH_PATH}`;
  return kind === "decision" ? `${publicUrl}/articles?view=inbox` : `${publicUrl}/articles/${articleId}`;
}

export function formatNewsCount(lists: NewsList[]): string {
  const count = lists.reduce((sum, { items }) => sum + items.length, 0);
  return count === 1 ? "One thing" : `${count} things`;
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();
