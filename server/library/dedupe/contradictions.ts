import { escapeMarkdown } from "../../../connectors/markdown-text.ts";
import type { ArticlePage } from "../../../shared/contract/articles.ts";
import { CHANGE_WAITS, listStatements, type Section, type Statement } from "../../../shared/domain/article.ts";
import type { Inline } from "../../../shared/markdown/inline.ts";
import { parseInline } from "../../../shared/markdown/parse-inline.ts";
import type { ReaderScope } from "../../db/audience.ts";
import type { WorkspaceScope } from "../../db/workspace-scope.ts";
import { listSourceMessages, type SourceMessage } from "../articles/message-queries.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { findEditedSource, findNewSentences } from "../articles/source-location.ts";
import { listSourceEdits } from "../articles/source-queries.ts";
import { type InboxItemRow, listConflictsReadableByAllReaders, listOpenConflicts } from "./item-queries.ts";
import { mapStatements } from "./knowledge-text.ts";

export type Contradiction = NonNullable<ArticlePage["contradictions"]>[number];

/** Lists the article's open contradictions that this person may read. */
export async function listContradictions(scope: ReaderScope, articleId: string): Promise<Contradiction[]> {
  const described = await describe(scope, await listOpenConflicts(scope, articleId));
  return described.map((one) => {
    const { doubt: _, ...contradiction } = one;
    return contradiction;
  });
}

/**
 * Lists a published article's sentences that are in doubt because their message was edited, each with the message's
 * current text.
 */
export async function listUndecidedEdits(
  scope: WorkspaceScope,
  article: Pick<ArticleRow, "id" | "state" | "summary" | "body">,
): Promise<Contradiction[]> {
  const doubted = listStatements(article).filter(({ doubt, correctedBy }) => doubt && !correctedBy);
  if (article.state !== "stands" || doubted.length === 0) return [];
  const edits = await listSourceEdits(scope, [article.id]);
  return doubted.flatMap((statement) => {
    const words = findNewSentences(statement, edits) ?? [];
    const edit = edits.find(({ id }) =>
      words[0] ? words[0].sources.includes(id) : statement.doubt === CHANGE_WAITS && statement.sources.includes(id),
    );
    if (!edit) return [];
    const on = edit.editedAt ? ` on ${DAY.format(edit.editedAt)}` : "";
    const who = escapeMarkdown(edit.authorName);
    const note =
      statement.doubt === CHANGE_WAITS
        ? `${CHANGE_WAITS} Edited by ${who}${on}.`
        : `${who} edited this${on}; nobody has decided yet.`;
    const fresh = words.map(({ text }) => text).join(" ");
    return [
      {
        itemId: `lost-support.${article.id}`,
        known: statement.text,
        fresh,
        note,
        changedAt: edit.editedAt?.toISOString() ?? null,
        shown: {
          known: inlineOf(statement),
          fresh: words.length > 0 ? words.flatMap(inlineOf) : parseInline(NO_LONGER_SAID),
          note: parseInline(note),
        },
      },
    ];
  });
}

const NO_LONGER_SAID = "*Its message does not say it any more.*";

interface DescribedContradiction extends Contradiction {
  /** The note on the article's pages, which cannot show the new text otherwise. */
  doubt: string;
}

async function describe(scope: WorkspaceScope, open: InboxItemRow[]): Promise<DescribedContradiction[]> {
  if (open.length === 0) return [];
  const sources = open.flatMap(({ fresh }) => fresh.summary.flatMap((statement) => statement.sources));
  const articleIds = open.map(({ articleId }) => articleId);
  const said = await listSourceMessages(scope, articleIds, sources);
  return open.flatMap(({ id, known, fresh }) => {
    const [statement] = fresh.summary;
    if (!known || !statement) return [];
    const by = said.find(({ externalId }) => statement.sources.includes(externalId));
    const edited = by && findEditedSource(known, statement, new Set([by.externalId])) ? by : null;
    const waits = fresh.waits !== undefined;
    const note = edited ? (waits ? `${CHANGE_WAITS} ${editedBy(edited)}` : editNoteOf(edited)) : noteOf(by);
    const shown = { known: inlineOf(known), fresh: inlineOf(statement), note: parseInline(note) };
    return [
      {
        itemId: `conflict.${id}`,
        known: known.text,
        fresh: statement.text,
        note,
        shown,
        ...(edited && { changedAt: edited.editedAt?.toISOString() ?? null }),
        doubt: waits ? CHANGE_WAITS : edited ? changeNoteOf(edited, statement) : note,
      },
    ];
  });
}

const inlineOf = ({ form, text }: Statement): Inline[] =>
  form === "sentence" ? parseInline(text) : [{ type: "code", text }];

/** Marks each contradicted sentence of the article, so that all readers see the doubt before a person decides. */
export async function markContradictions<Some extends { id: string; summary: Statement[]; body: Section[] }>(
  scope: WorkspaceScope,
  article: Some,
): Promise<Some> {
  const open = await describe(scope, await listConflictsReadableByAllReaders(scope, article.id));
  if (open.length === 0) return article;
  const notes = new Map(open.map(({ known, doubt }) => [known, doubt]));
  return mapStatements(article, (statement) => {
    const note = notes.get(statement.text);
    return note && !statement.doubt ? { ...statement, doubt: note } : statement;
  });
}

const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

function editedBy({ authorName, channelName, editedAt }: SourceMessage): string {
  const [who, where] = [authorName, channelName].map(escapeMarkdown);
  return `Edited by ${who} in #${where}${editedAt ? ` on ${DAY.format(editedAt)}` : ""}.`;
}

function editNoteOf({ authorName, channelName, editedAt }: SourceMessage): string {
  const [who, where] = [authorName, channelName].map(escapeMarkdown);
  return `${who} edited this in #${where}${editedAt ? ` on ${DAY.format(editedAt)}` : ""}; nobody has decided yet.`;
}

const LONGEST_QUOTE = 200;

/** Shows the new text beside the old text, so that a reader sees both until a person decides. */
function changeNoteOf(by: SourceMessage, { form, text }: Statement): string {
  if (form !== "sentence" || text.length > LONGEST_QUOTE) return editNoteOf(by);
  const [who, where] = [by.authorName, by.channelName].map(escapeMarkdown);
  const on = by.editedAt ? ` on ${DAY.format(by.editedAt)}` : "";
  return `${who} changed this in #${where}${on} to "${text}"; nobody has decided yet.`;
}

function noteOf(by: { authorName: string; channelName: string; sentAt: Date } | undefined): string {
  if (!by) return "A later message contradicts this; nobody has decided yet.";
  const [who, where] = [by.authorName, by.channelName].map(escapeMarkdown);
  return `${who} said otherwise in #${where} on ${DAY.format(by.sentAt)}; nobody has decided yet.`;
}
