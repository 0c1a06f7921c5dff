import { diffIndices } from "node-diff3";
import type { StatementChange, VersionChanges } from "../../../shared/contract/articles.ts";
import type { Section, Statement } from "../../../shared/domain/article.ts";
import { parseInline, toPlainText } from "../../../shared/markdown/parse-inline.ts";
import type { VersionMetadata } from "../../db/schema.ts";

interface Version {
  version: number;
  title: string;
  summary: Statement[];
  body: Section[];
  /** If it is missing, only texts are compared. */
  labels?: VersionMetadata | null;
}

/** A statement as a reader sees it, with its section. */
interface PlacedStatement {
  form: Statement["form"];
  section: StatementChange["section"];
  text: string;
}

/**
 * The share of common words at which a statement counts as reworded. Below it, the statement counts as removed and
 * another as added.
 */
const REWORDED_FROM = 0.5;

/** Returns the differences that a reader notices. Without an earlier version, all statements count as new. */
export function compareVersions(before: Version | null, after: Version): VersionChanges {
  const old = before ? listShownStatements(before) : [];
  const now = listShownStatements(after);
  const hunks = diffIndices(old.map(keyOf), now.map(keyOf));
  const changes = hunks.flatMap(({ buffer1, buffer2 }) => changesBetween(stretch(old, buffer1), stretch(now, buffer2)));
  return {
    version: after.version,
    title: before && before.title !== after.title ? { before: before.title, after: after.title } : null,
    changes,
    unchanged: now.length - hunks.reduce((sum, { buffer2 }) => sum + buffer2[1], 0),
    ...(before?.labels && after.labels && { labels: labelChanges(before.labels, after.labels) }),
  };
}

/** The labels, in the sequence in which an article's page shows them. */
const LABELS = ["category", "contentType", "difficulty", "priority", "tags"] as const;

const labelChanges = (before: VersionMetadata, after: VersionMetadata) =>
  LABELS.map((name) => ({
    name,
    before: [before[name]].flat().join(", "),
    after: [after[name]].flat().join(", "),
  })).filter((label) => label.before !== label.after);

function listShownStatements({ summary, body }: Version): PlacedStatement[] {
  const said = (section: PlacedStatement["section"]) => (statement: Statement) => ({
    form: statement.form,
    section,
    text: statement.form === "code" ? statement.text : toVisibleText(statement.text),
  });
  return [
    ...summary.map(said(null)),
    ...body.flatMap(({ role, heading, statements }) => statements.map(said({ role, heading }))),
  ];
}

/** Cache of parsed sentences. An inbox compares the same sentences whenever it is opened, and parsing is slow. */
const read = new Map<string, string>();
const MOST_READ = 1_000;

export function toVisibleText(markdown: string): string {
  const known = read.get(markdown);
  if (known !== undefined) return known;
  const text = toPlainText(parseInline(markdown));
  if (read.size >= MOST_READ) read.delete(read.keys().next().value ?? "");
  read.set(markdown, text);
  return text;
}

const keyOf = ({ form, text }: PlacedStatement) => `${form} ${text}`;
const stretch = (said: PlacedStatement[], [start, length]: [number, number]) => said.slice(start, start + length);

/** Pairs each old statement with the closest new one after the previous pair. All others were added or removed. */
function changesBetween(old: PlacedStatement[], now: PlacedStatement[]): StatementChange[] {
  const changes: StatementChange[] = [];
  let told = 0;
  const tellAddedUntil = (end: number) => {
    for (const said of now.slice(told, end)) changes.push(whole("added", said));
    told = end;
  };
  for (const said of old) {
    const place = closest(said, now, told);
    const match = place === -1 ? undefined : now[place];
    if (!match) {
      changes.push(whole("removed", said));
      continue;
    }
    tellAddedUntil(place);
    changes.push(compareWording(said, match));
    told = place + 1;
  }
  tellAddedUntil(now.length);
  return changes;
}

function closest(said: PlacedStatement, now: PlacedStatement[], from: number): number {
  let best = -1;
  let bestShare = REWORDED_FROM;
  for (let place = from; place < now.length; place += 1) {
    const other = now[place];
    if (other?.form !== said.form) continue;
    const share = commonShare(said.text, other.text);
    if (share >= bestShare && (best === -1 || share > bestShare)) {
      best = place;
      bestShare = share;
    }
  }
  return best;
}

function commonShare(one: string, other: string): number {
  const words = wordsOf(one);
  const others = wordsOf(other);
  if (words.size + others.size === 0) return 1;
  const common = [...words].filter((word) => others.has(word)).length;
  return (2 * common) / (words.size + others.size);
}

const wordsOf = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

function whole(kind: "added" | "removed", { form, section, text }: PlacedStatement): StatementChange {
  const pieces = [{ text, isChanged: false }];
  return kind === "added"
    ? { kind, form, section, before: null, after: pieces }
    : { kind, form, section, before: pieces, after: null };
}

/** Compares texts word by word, and code blocks line by line. */
export function compareWording(old: PlacedStatement, now: PlacedStatement): StatementChange {
  const split = (text: string) => text.match(old.form === "code" ? /[^\n]*\n|[^\n]+$/g : /\s+|[^\s]+/g) ?? [];
  const before = split(old.text);
  const after = split(now.text);
  const hunks = diffIndices(before, after);
  return {
    kind: "changed",
    form: now.form,
    section: now.section,
    before: pieces(
      before,
      hunks.map(({ buffer1 }) => buffer1),
    ),
    after: pieces(
      after,
      hunks.map(({ buffer2 }) => buffer2),
    ),
  };
}

function pieces(tokens: string[], changed: [number, number][]) {
  const found: { text: string; isChanged: boolean }[] = [];
  let at = 0;
  const add = (end: number, isChanged: boolean) => {
    if (end > at) found.push({ text: tokens.slice(at, end).join(""), isChanged });
    at = end;
  };
  for (const [start, length] of changed) {
    add(start, false);
    add(start + length, true);
  }
  add(tokens.length, false);
  return found;
}
