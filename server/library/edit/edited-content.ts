import { addRedactions, redactText } from "../../../engine/redact/redact.ts";
import type { EditedArticle, EditedStatement } from "../../../shared/contract/editing.ts";
import type { ArticlePersonEdits, Redaction, Section, Statement } from "../../../shared/domain/article.ts";
import type { PersonEdit } from "../../../shared/domain/person-edit.ts";
import { newId } from "../../db/new-id.ts";
import type { ArticleRow } from "../articles/queries.ts";
import { hashWord, splitWords } from "../articles/words.ts";
import { computeStatementKeys } from "./statement-keys.ts";
import { splitMarkdownSentences, splitTypedParts } from "./typed-parts.ts";

/** The edit names a sentence that the article does not have (any more). */
export class SentenceGone extends Error {}

/** The person who edits, and the time. */
export interface Editor {
  by: string;
  at: string;
}

export interface EditedContent {
  title: string;
  summary: Statement[];
  body: Section[];
  tags: string[];
  hand: ArticlePersonEdits;
  redacted: Redaction[];
  /** Numbers for the history. */
  counts: { changed: number; added: number; removed: number };
}

/**
 * The article's content after an edit. An untouched sentence stays; a changed one keeps its identity and its messages
 * and is marked; a new one is the person's own. Secrets are redacted from typed text. Throws `SentenceGone`.
 */
export function buildEditedContent(known: ArticleRow, edited: EditedArticle, editor: Editor): EditedContent {
  const redactions: Redaction[][] = [];
  const clean = (typed: string) => {
    const { text, redactions: found } = redactText(typed);
    redactions.push(found);
    return text;
  };
  const before = new Map([...computeStatementKeys(known)].map(([statement, key]) => [key, statement]));
  const used = new Set<string>();
  const counts = { changed: 0, added: 0, removed: 0 };
  const remaining = sentencesAfter(edited);
  const statements = (list: EditedStatement[], layout: Section["layout"] = "prose") =>
    list.flatMap((one) => {
      const text = one.form === "code" ? one.text.replace(/\s+$/, "") : one.text.trim();
      if (text === "") return [];
      const sameKey = one.key !== null && !used.has(one.key) ? one.key : null;
      const names = [...new Set([one.key, ...(one.from ?? [])].filter((key) => key !== null))];
      const origins = names.map((key) => {
        const origin = before.get(key);
        if (!origin) throw new SentenceGone(key);
        return origin;
      });
      if (sameKey) used.add(sameKey);
      const made = divide({ ...one, text }, { key: sameKey, origins, editor, clean }, { layout, remaining });
      counts.added += sameKey ? made.length - 1 : made.length;
      if (sameKey && !made.includes(origins[0] as Statement)) counts.changed += 1;
      return made;
    });
  const summary = statements(edited.summary);
  const headings = headingsOf(known);
  const body = edited.sections
    .map((section): Section => {
      const { heading, hand } = editHeading(
        section.heading?.trim() ? clean(section.heading.trim()) : null,
        headings,
        editor,
      );
      return {
        role: section.role,
        heading,
        ...(hand && { hand }),
        layout: section.layout,
        statements: statements(section.statements, section.layout),
      };
    })
    .filter(({ statements: left }) => left.length > 0);
  counts.removed = before.size - used.size;
  const title = clean(edited.title.trim().replace(/\s+/g, " "));
  const tags = [...new Set(edited.tags.map((tag) => tag.trim()))];
  const added = tags.filter((tag) => known.hand.tags?.includes(tag) || !known.tags.includes(tag));
  const titleHand = title === known.title ? known.hand.title : handOn(title, [known.title], known.hand.title, editor);
  const hand = { ...(titleHand && { title: titleHand }), ...(added.length > 0 && { tags: added }) };
  return { title, summary, body, tags, hand, redacted: addRedactions(redactions), counts };
}

interface TypedOrigin {
  /** Null: a sentence beside the one that keeps the identity. */
  key: string | null;
  origins: Statement[];
  editor: Editor;
  clean: (text: string) => string;
}

/** Every sentence of the article as it was typed. */
const sentencesAfter = ({ summary, sections }: EditedArticle): ReadonlySet<string> =>
  new Set(
    [...summary, ...sections.flatMap((section) => section.statements)].flatMap(({ form, text }) =>
      form === "sentence" ? splitMarkdownSentences(text.trim()) : [],
    ),
  );

/** Sentences typed beside an edited one become statements of the person's own; in a list they stay in its entry. */
function divide(
  one: EditedStatement,
  origin: TypedOrigin,
  { layout, remaining }: { layout: Section["layout"]; remaining: ReadonlySet<string> },
): Statement[] {
  const said = origin.origins.flatMap(({ form, text }) => (form === "sentence" ? [text] : []));
  const isOfChat = origin.origins.some(({ hand }) => hand?.what !== "written");
  if (one.form === "code" || !isOfChat || said.length < origin.origins.length || said.includes(one.text))
    return [edit(one, origin)];
  const own = { ...origin, key: null, origins: [] };
  const parts = splitTypedParts(one.text, said, remaining);
  if (parts.every(({ isOwn }) => isOwn)) return [edit(one, { ...own, key: origin.key })];
  if (layout !== "prose" || parts.length === 1) return [edit(one, origin)];
  let { key } = origin;
  return parts.map(({ text, isOwn }) => {
    if (isOwn) return edit({ ...one, text }, own);
    const made = edit({ ...one, text }, { ...origin, key });
    key = null;
    return made;
  });
}

function edit(one: EditedStatement, { key, origins, editor, clean }: TypedOrigin): Statement {
  const [first] = origins;
  const isSame = (other: Statement) => other.form === one.form && other.text === one.text;
  if (key && first && origins.length === 1 && isSame(first) && first.language === languageOf(one)) return first;
  const text = origins.some(isSame) ? one.text : clean(one.text);
  const sources = [...new Set(origins.flatMap((origin) => origin.sources))];
  const hands = origins.flatMap(({ hand }) => hand ?? []);
  const isOwn = origins.every(({ hand }) => hand?.what === "written");
  const words = isOwn
    ? [...new Set(splitWords(text))].map(hashWord)
    : typedWords(
        text,
        origins.map((origin) => origin.text),
        hands,
      );
  const hand: PersonEdit = { what: isOwn ? "written" : "edited", by: editor.by, at: editor.at, words };
  // A rewritten sentence has no doubt any more: its author has answered that question.
  return { id: key ?? newId(), form: one.form, text, language: languageOf(one), sources, hand };
}

/** A person's sentence, in new words of a person. Without a message behind it, it is wholly their own. */
export function rewriteByHand(known: Statement, typed: string, by: string): Statement {
  const editor = { by, at: new Date().toISOString() };
  const text = redactText(known.form === "code" ? typed.replace(/\s+$/, "") : typed.trim()).text;
  const { form, language } = known;
  const origin = { key: known.id ?? newId(), origins: [known], editor, clean: (words: string) => words };
  const made = edit({ key: origin.key, form, text, language }, origin);
  return made.hand && made.sources.length === 0 ? { ...made, hand: { ...made.hand, what: "written" } } : made;
}

const languageOf = ({ form, language }: EditedStatement) => (form === "code" ? language?.trim() || null : null);

/**
 * Hashes of the words that the editors added, without words that were there before, unless an earlier editor had added
 * them.
 */
function typedWords(text: string, before: string[], hands: PersonEdit[]): string[] {
  const stood = new Set(before.flatMap(splitWords));
  const theirs = new Set(hands.flatMap(({ words }) => words));
  return [...new Set(splitWords(text))].filter((word) => theirs.has(hashWord(word)) || !stood.has(word)).map(hashWord);
}

function handOn(text: string, before: string[], known: PersonEdit | undefined, { by, at }: Editor): PersonEdit {
  return { what: "edited", by, at, words: typedWords(text, before, known ? [known] : []) };
}

const headingsOf = ({ body }: Pick<ArticleRow, "body">) =>
  new Map(body.flatMap(({ heading, hand }) => (heading ? [[heading, hand] as const] : [])));

function editHeading(heading: string | null, known: ReadonlyMap<string, PersonEdit | undefined>, editor: Editor) {
  if (heading === null) return { heading, hand: undefined };
  if (known.has(heading)) return { heading, hand: known.get(heading) };
  return { heading, hand: handOn(heading, [...known.keys()], undefined, editor) };
}
