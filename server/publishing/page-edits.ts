import { diffIndices } from "node-diff3";
import type { KnowledgeTarget, PageBlock, PageContent, PageText } from "../../connectors/knowledge-target.ts";
import { toMarkdown } from "../../connectors/sentence-parts.ts";
import type { Statement } from "../../shared/domain/article.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import { hashBlocks, listBlockKeys } from "./known-content.ts";

/** Identifies a heading by its text, and by its number among headings with the same text. */
export type HeadingKey = string;

/** Returns a function that creates the keys of headings. Call the function in the headings' sequence on the page. */
export function createHeadingKeys(): (text: string) => HeadingKey {
  const counts = new Map<string, number>();
  return (text) => {
    const nth = (counts.get(text) ?? 0) + 1;
    counts.set(text, nth);
    return `${nth} ${text}`;
  };
}

/** A person's edit at one position of a page. */
export interface PageEdit {
  /** The range of published statements that the edit replaces. */
  from: number;
  until: number;
  /** The edit follows a heading, or replaces a heading. */
  isBelowHeading: boolean;
  /** The headings that the edit replaces. */
  headings: HeadingKey[];
  texts: PageText[];
}

export interface PageEdits {
  edits: PageEdit[];
  /** The number of parts other than text, such as images. They are not imported and stay on the page. */
  left: number;
  /** Keys for the page's base after the edits are imported, so that no imported block counts as a person's edit. */
  keys: string[];
}

interface PageToCompare {
  target: Pick<KnowledgeTarget<never>, "render" | "textOf">;
  /** Reads the text of people's blocks with `textOf`, off the main thread. */
  textsOf: (blocks: PageBlock[]) => Promise<(PageText[] | null)[]>;
  /** The content as it was published. */
  content: PageContent;
  /** Hashed keys of blocks that we wrote. Other blocks are people's. */
  known: ReadonlySet<string>;
  /** The page's current blocks, with the hashed keys under which the rows know the blocks. */
  page: PageBlock[];
  /** Notes of doubt that the page shows beside sentences. They are not part of the article's text. */
  notes: string[];
}

/** Finds people's edits of a page since we wrote the page; null if the page cannot be matched with its article. */
export async function findPageEdits(compared: PageToCompare): Promise<PageEdits | null> {
  const { target, textsOf, content, known, page, notes } = compared;
  const placed = pairBlocksWithStatements(target, content);
  if (!placed) return null;
  // An older page lacks the default headings of sections, because earlier releases did not write them.
  const base = placed.filter(({ key, heading }) => heading === null || known.has(key));
  const baseKeys = base.map(({ key }) => key);
  const pageKeys = listBlockKeys(page);
  const keys: string[] = [];
  const edits: PageEdit[] = [];
  let left = 0;
  let at = 0;
  for (const { buffer1, buffer2 } of diffIndices(baseKeys, pageKeys)) {
    const [from, count] = buffer1 as unknown as [number, number];
    const [start, length] = buffer2 as unknown as [number, number];
    const old = base.slice(from, from + count);
    const now = page.slice(start, start + length);
    keys.push(...baseKeys.slice(at, from));
    at = from + count;
    const present = listBlockKeys(now);
    if (now.length > 0 && present.every((key) => known.has(key))) {
      keys.push(...present);
      continue;
    }
    // The closing line changes when somebody confirms the article. Our former closing line is not a person's edit.
    const isOwnFurniture =
      old.length > 0 && old.every((block) => block.isFurniture) && now.some(({ key }) => known.has(key));
    const added = isOwnFurniture ? now.filter(({ key }) => !known.has(key)) : now;
    const read = added.length > 0 ? await textsOf(added) : [];
    const texts = read.map((all) => all?.map((text) => withoutNotes(text, notes)) ?? null);
    const headings = old.flatMap(({ heading }) => heading ?? []);
    const written = texts.flatMap((text) => text ?? []);
    const headingsNow = written.filter(({ kind }) => kind === "heading").length;
    const isFurniture = !isOwnFurniture && old.some((block) => block.isFurniture);
    const canTake = !texts.includes(null) && !isFurniture && (headings.length === 0 || headings.length === headingsNow);
    if (canTake) {
      const place = base[from]?.from ?? base[from - 1]?.until ?? 0;
      const isBelowHeading = typeof (old.at(-1) ?? base[from - 1])?.heading === "string";
      edits.push({ from: place, until: old.at(-1)?.until ?? place, isBelowHeading, headings, texts: written });
      keys.push(...present);
    } else {
      left += 1;
      keys.push(...old.map(({ key }) => key));
    }
  }
  keys.push(...baseKeys.slice(at));
  return { edits, left, keys };
}

function withoutNotes(text: PageText, notes: string[]): PageText {
  if (text.kind !== "words") return text;
  const parts = text.parts.map((part) =>
    notes.reduce((words, note) => words.replace(note, "").replace(/ {2,}/g, " ").trim(), part),
  );
  return { ...text, parts: parts.filter((part) => part !== "") };
}

interface PlacedBlock {
  key: string;
  from: number;
  until: number;
  heading: HeadingKey | null;
  /** A notice, the list of sources or the closing line, which are not part of the article's text. */
  isFurniture: boolean;
}

/** Pairs each block with its statements; null if a block's text differs from its statements. */
function pairBlocksWithStatements(target: PageToCompare["target"], content: PageContent): PlacedBlock[] | null {
  const furniture = new Set(listBlockKeys(target.render({ ...content, summary: [], body: [] })));
  const statements = [...content.summary, ...content.body.flatMap((section) => section.statements)];
  const placed: PlacedBlock[] = [];
  const headingKey = createHeadingKeys();
  let next = 0;
  for (const block of target.render(content)) {
    const from = next;
    const key = hashBlocks([block])[0]?.key ?? "";
    if (furniture.has(block.key)) {
      placed.push({ key, from, until: next, heading: null, isFurniture: true });
      continue;
    }
    const texts = target.textOf(block);
    if (!texts) return null;
    let heading: HeadingKey | null = null;
    for (const text of texts) {
      if (text.kind === "heading") heading = headingKey(text.text);
      else {
        const until = statementsIn(text, statements, next);
        if (until === null) return null;
        next = until;
      }
    }
    placed.push({ key, from, until: next, heading, isFurniture: false });
  }
  return next === statements.length ? placed : null;
}

function statementsIn(text: Exclude<PageText, { kind: "heading" }>, statements: Statement[], from: number) {
  if (text.kind === "code") {
    const statement = statements[from];
    return statement?.form === "code" && canonicaliseStatement(statement) === canonicalText(text.text, "code")
      ? from + 1
      : null;
  }
  let next = from;
  for (const part of text.parts) {
    let rest = part;
    while (rest !== "") {
      const statement = statements[next];
      const said = statement?.form === "sentence" ? canonicaliseStatement(statement) : "";
      if (said === "" || !rest.startsWith(said)) return null;
      rest = rest.slice(said.length).trimStart();
      next += 1;
    }
  }
  return next;
}

/** Normalises a text, so that texts that look the same to a reader are equal. */
export const canonicaliseStatement = ({ form, text }: Pick<Statement, "form" | "text">) => canonicalText(text, form);

function canonicalText(text: string, form: Statement["form"]): string {
  return form === "code" ? text.normalize("NFC").replace(/\s+$/, "") : toMarkdown(parseInline(text));
}
