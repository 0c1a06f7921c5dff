import type { ArticlePage } from "../../../../shared/contract/articles.ts";
import type { EditedArticle, EditedStatement } from "../../../../shared/contract/editing.ts";
import type { SectionRole } from "../../../../shared/domain/article.ts";
import type { Inline } from "../../../../shared/markdown/inline.ts";

type Layout = "prose" | "steps" | "bullets";

interface EditBlockBase {
  /** The block's id, which never changes: the sentence's key, or a generated id for a new sentence. */
  id: string;
}
export interface SentenceBlock extends EditBlockBase {
  form: "sentence";
  /** The sentence's key in the article; null for a new sentence. */
  key: string | null;
  /** Keys of the sentences from which this sentence was joined or split. */
  from: string[];
  text: string;
  inline: readonly Inline[];
}
export interface CodeBlock extends EditBlockBase {
  form: "code";
  key: string | null;
  from: string[];
  text: string;
  language: string | null;
}
/** The heading that begins a section. Blocks before the first heading are the summary. */
export interface HeadBlock extends EditBlockBase {
  form: "head";
  text: string;
  role: SectionRole;
  layout: Layout;
}
export type EditBlock = SentenceBlock | CodeBlock | HeadBlock;

/** The fields besides the text. Each field is compared and merged as a whole. */
export type ArticleLabels = Pick<EditedArticle, "title" | "category" | "contentType" | "difficulty" | "priority">;

/** An article in the editor. It is a flat list of blocks, so that each block can be moved anywhere. */
export interface EditValue {
  labels: ArticleLabels;
  tags: string[];
  blocks: EditBlock[];
}

export function createEditValue(article: ArticlePage): EditValue {
  const seen = new Map<string, number>();
  const headId = (role: string, heading: string | null) => {
    const name = `head ${role} ${heading ?? ""}`;
    seen.set(name, (seen.get(name) ?? 0) + 1);
    return `${name} ${seen.get(name)}`;
  };
  const { title, category, contentType, difficulty, priority, tags } = article;
  return {
    labels: { title, category, contentType, difficulty, priority },
    tags,
    blocks: [
      ...article.summaryStatements.map(blockOf),
      ...article.sections.flatMap(({ role, heading, layout, statements }): EditBlock[] => [
        { form: "head", id: headId(role, heading), text: heading ?? "", role, layout },
        ...statements.map(blockOf),
      ]),
    ],
  };
}

function blockOf({
  key = "",
  form,
  text,
  language,
  inline,
  ownInline,
}: ArticlePage["summaryStatements"][number]): EditBlock {
  const known = { id: key, key, from: [], text };
  return form === "code" ? { ...known, form, language } : { ...known, form, inline: ownInline ?? inline };
}

/** The request body for the server. A block whose key the article does not have becomes a new sentence. */
export function buildEditedArticle(
  value: EditValue,
  { version, edition }: Pick<ArticlePage, "version" | "edition">,
  known: ReadonlySet<string>,
  why: string,
): EditedArticle {
  const summary: EditedStatement[] = [];
  const sections: EditedArticle["sections"] = [];
  for (const block of value.blocks) {
    if (block.form === "head") {
      const { role, layout, text } = block;
      sections.push({ role, layout, heading: text.trim() || null, statements: [] });
      continue;
    }
    const { form, text } = block;
    const key = block.key !== null && known.has(block.key) ? block.key : null;
    const from = block.from.filter((one) => known.has(one));
    const language = form === "code" ? block.language : null;
    (sections.at(-1)?.statements ?? summary).push({ key, form, text, language, ...(from.length > 0 && { from }) });
  }
  return {
    version,
    edition,
    ...value.labels,
    tags: value.tags,
    summary,
    sections,
    ...(why.trim() && { why: why.trim() }),
  };
}

export const collectKeys = (value: EditValue): ReadonlySet<string> =>
  new Set(value.blocks.flatMap((block) => (block.form === "head" ? [] : (block.key ?? []))));

/** The parts of a block whose change counts. Equal blocks return equal strings. */
export function serializeBlock(block: EditBlock): string {
  if (block.form === "head") return JSON.stringify([block.text.trim(), block.role, block.layout]);
  const from = [...block.from].sort();
  return JSON.stringify([block.form, block.text, block.form === "code" ? block.language : null, from]);
}

/** A hash that detects a change of a text without storing the text. */
export function hashText(text: string): string {
  let [one, two] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    one = Math.imul(one ^ code, 2654435761);
    two = Math.imul(two ^ code, 1597334677);
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`;
}
