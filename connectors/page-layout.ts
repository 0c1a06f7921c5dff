import type { Redaction, Section, Statement } from "../shared/domain/article.ts";
import { formatPersonEdit, type PersonEditNote } from "../shared/domain/person-edit.ts";
import { getHeading } from "../shared/domain/section-headings.ts";
import type { Inline } from "../shared/markdown/inline.ts";
import { parseInline } from "../shared/markdown/parse-inline.ts";
import type { PageContent, PageSource } from "./knowledge-target.ts";

/** One block of a page in no platform's format. Each platform's renderer converts it to the platform's format. */
export type LayoutPiece =
  | { kind: "notice"; text: string }
  | { kind: "heading"; text: string }
  | LayoutParagraph
  | { kind: "code"; text: string; language: string | null }
  /** A list. Its entries contain paragraphs and code. */
  | { kind: "list"; isNumbered: boolean; entries: LayoutPiece[][] }
  /** The list of sources. The n-th source belongs to the number n in a sentence. */
  | { kind: "sources"; sources: SourceLine[] }
  /** The last line of the page, with the page's author and the marker. */
  | { kind: "colophon"; text: string };

export interface LayoutParagraph {
  kind: "paragraph";
  sentences: { words: Inline[]; sources: number[] }[];
}

export interface SourceLine {
  /** Examples: 'Ann in #ops, 2026-11-20 09:00 UTC', 'Written by Ann Lee, 2026-11-20' */
  text: string;
  /** The https address of the link; null for a text without a link. */
  href: string | null;
}

export function layOutPage(content: PageContent): LayoutPiece[] {
  // Sources are numbered in the order of the conversation, so that a new source does not change earlier sentences.
  const hands = content.hands ?? [];
  const numbers = new Map([...content.sources, ...hands].map(({ id }, index) => [id, index + 1]));
  const numbersOf = ({ sources }: Statement) => [...new Set(sources.flatMap((id) => numbers.get(id) ?? []))];
  return [
    ...noticeOf(content.redactions),
    ...prose(content.summary, numbersOf),
    ...content.body.flatMap((section) => [...headingOf(section), ...statements(section, numbersOf)]),
    ...sourcesOf([...content.sources.map(sourceLine), ...hands.map(handLine)]),
    { kind: "colophon", text: `${originOf(content)} ${confirmation(content)}${content.marker}` },
  ];
}

const ORIGINS = {
  quoted: "Saved by Lorekeep from your team's chat, word for word",
  excerpt: "Saved by Lorekeep in the words of your team's chat, shortened",
  written: "Written by Lorekeep from your team's chat",
};

function originOf({ form = "written", hands = [] }: PageContent): string {
  const editing = hands.filter(({ what }) => what !== "kept");
  const editors = new Set(editing.map(({ by }) => by ?? "a former member"));
  const edited = editors.size > 0 ? `, edited by ${new Intl.ListFormat("en").format(editors)}` : "";
  // A page with sentences that a person typed does not consist of whole chat messages.
  return `${ORIGINS[edited && form === "quoted" ? "excerpt" : form]}${edited}.`;
}

function confirmation({ confirmed }: PageContent): string {
  if (confirmed === undefined) return "";
  if (confirmed === null) return "Not yet verified. ";
  const { by, at, isChangedSince } = confirmed;
  const day = at.toISOString().slice(0, 10);
  if (isChangedSince) return `Changed since ${by ? `${by} verified it` : "it was verified"} on ${day}. `;
  return `Verified${by ? ` by ${by}` : ""} on ${day}. `;
}

type NumbersOf = (statement: Statement) => number[];

function noticeOf(redactions: Redaction[]): LayoutPiece[] {
  if (redactions.length === 0) return [];
  const what = redactions.map((redaction) => `${redaction.count} × ${redaction.what}`).join(", ");
  return [{ kind: "notice", text: `Removed before this was written: ${what}.` }];
}

function headingOf(section: Section): LayoutPiece[] {
  const heading = getHeading(section);
  return heading ? [{ kind: "heading", text: heading }] : [];
}

function statements({ layout, statements: all }: Section, numbersOf: NumbersOf): LayoutPiece[] {
  if (layout === "prose") return prose(all, numbersOf);
  const entries = groupBySentence(all).map((entry) => prose(entry, numbersOf));
  return entries.length > 0 ? [{ kind: "list", isNumbered: layout === "steps", entries }] : [];
}

/**
 * Puts consecutive sentences into one paragraph, and code between paragraphs. The sources of code are shown with the
 * words before the code.
 */
function prose(all: Statement[], numbersOf: NumbersOf): LayoutPiece[] {
  const pieces: LayoutPiece[] = [];
  let shownLast = "";
  const say = (words: Inline[], sources: number[]) => {
    const last = pieces.at(-1);
    if (last?.kind === "paragraph") last.sentences.push({ words, sources });
    else pieces.push({ kind: "paragraph", sentences: [{ words, sources }] });
  };
  for (const statement of all) {
    const sources = numbersOf(statement);
    if (statement.form === "sentence") {
      say(parseInline(statement.text), sources);
    } else {
      const last = pieces.at(-1);
      const before = last?.kind === "paragraph" && last.sentences.at(-1);
      if (before) before.sources = [...new Set([...before.sources, ...sources])];
      else if (shownLast !== sources.join()) say([], sources);
      pieces.push({ kind: "code", text: statement.text, language: statement.language });
    }
    shownLast = sources.join();
  }
  return pieces;
}

/** Groups each sentence with the code after it. */
function groupBySentence(all: Statement[]): Statement[][] {
  const entries: Statement[][] = [];
  for (const statement of all) {
    const entry = entries.at(-1);
    if (statement.form === "code" && entry) entry.push(statement);
    else entries.push([statement]);
  }
  return entries;
}

function sourcesOf(sources: SourceLine[]): LayoutPiece[] {
  if (sources.length === 0) return [];
  return [
    { kind: "heading", text: "Sources" },
    { kind: "sources", sources },
  ];
}

function sourceLine({ authorName, channelName, sentAt, permalink }: PageSource): SourceLine {
  const when = `${sentAt.toISOString().slice(0, 16).replace("T", " ")} UTC`;
  const isLive = permalink !== null && URL.canParse(permalink) && /^https?:$/.test(new URL(permalink).protocol);
  return { text: `${authorName} in #${channelName.replace(/^#/, "")}, ${when}`, href: isLive ? permalink : null };
}

const handLine = (hand: PersonEditNote): SourceLine => ({
  text: formatPersonEdit(hand, hand.at.toISOString().slice(0, 10)),
  href: null,
});
