import type { ArticlePage } from "../../shared/contract/articles.ts";
import type { EditedArticle, EditedStatement } from "../../shared/contract/editing.ts";
import type { RetryingVisitor } from "./kills-visitor.ts";

/** A person's saved edit: a sentence or title with this unique word. */
export interface SavedEdit {
  articleId: string;
  word: string;
  text: string;
  isTitle: boolean;
}

const MOST_TRIES = 8;

/** Simulates people who edit articles in the product. Checks afterwards that their edits still exist. */
export class Editor {
  refused = 0;
  readonly #visitor: RetryingVisitor;
  readonly #random: () => number;
  /** The last text that a person saved, by its unique word. */
  readonly #left = new Map<string, SavedEdit>();
  #count = 0;

  constructor(visitor: RetryingVisitor, random: () => number) {
    this.#visitor = visitor;
    this.#random = random;
  }

  /** Makes one edit, and repeats it if somebody else saved meanwhile. Returns 1 if the edit was saved. */
  async edit(articleId: string): Promise<number> {
    const kind = this.#pick(["change", "change", "change", "add", "add", "title", "remove", "move"]);
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const page = await this.#visitor.call<ArticlePage>("GET", `/api/articles/${articleId}`);
      if (["withdrawn", "merged", "dismissed"].includes(page.state ?? "stands")) return 0;
      const edit = editOf(page);
      const settle = this.#change(articleId, edit, kind);
      if (!settle) return 0;
      const isSaved = await this.#save(articleId, edit);
      if (isSaved) {
        settle();
        return 1;
      }
      this.refused += 1;
    }
    return 0;
  }

  async #save(articleId: string, edit: EditedArticle): Promise<boolean> {
    try {
      await this.#visitor.call("PUT", `/api/articles/${articleId}/content`, edit);
      return true;
    } catch (error) {
      if (error instanceof Error && / 409 /.test(error.message)) return false;
      throw error;
    }
  }

  /** Changes the draft. Returns a function that records the expected text after saving; null if nothing can be changed. */
  #change(articleId: string, edit: EditedArticle, kind: string): (() => void) | null {
    this.#count += 1;
    const word = `pw${this.#count}p`;
    const expect = (text: string, isTitle = false) => {
      // Earlier expectations about the same sentence now have this text.
      for (const [known, expected] of this.#left)
        if (expected.articleId === articleId && expected.isTitle === isTitle && text.includes(`${known} `))
          this.#left.set(known, { ...expected, text });
      this.#left.set(word, { articleId, word, text, isTitle });
    };
    const section = this.#pick(edit.sections);
    const statement = section && this.#pick(section.statements.filter(({ form }) => form === "sentence"));
    if (kind === "title") {
      edit.title = `${word} ${edit.title}`.slice(0, 180);
      const title = edit.title;
      return () => expect(title, true);
    }
    if (!section || !statement) return null;
    if (kind === "add") {
      const text = `A person adds ${word} here.`;
      section.statements.splice(Math.floor(this.#random() * section.statements.length), 0, {
        key: null,
        form: "sentence",
        text,
        language: null,
      });
      return () => expect(text);
    }
    if (kind === "change") {
      statement.text = `${word} ${statement.text}`;
      const { text } = statement;
      return () => expect(text);
    }
    if (edit.sections.flatMap(({ statements }) => statements).length < 3) return null;
    section.statements.splice(section.statements.indexOf(statement), 1);
    if (kind === "move") {
      section.statements.unshift(statement);
      return () => undefined;
    }
    // The person removed words, so these words are no longer expected.
    return () => {
      for (const [known, expected] of this.#left)
        if (expected.articleId === articleId && statement.text.includes(`${known} `)) this.#left.delete(known);
    };
  }

  /** Compares the expected texts with the current articles. */
  async judge() {
    const lost: (SavedEdit & { now: string | null })[] = [];
    const overruled: (SavedEdit & { now: string | null })[] = [];
    let erased = 0;
    for (const [articleId, expected] of Map.groupBy(this.#left.values(), (one) => one.articleId)) {
      const page = await this.#visitor.call<ArticlePage>("GET", `/api/articles/${articleId}`);
      const said = [...page.summaryStatements, ...page.sections.flatMap(({ statements }) => statements)];
      const texts = said.map(({ text }) => text);
      for (const one of expected) {
        const there = (one.isTitle ? [page.title] : texts).find((text) => text.split(/\s+/).includes(one.word)) ?? null;
        if (there === null) lost.push({ ...one, now: null });
        else if (there !== one.text && isErasedFrom(one.text, there)) erased += 1;
        else if (there !== one.text) overruled.push({ ...one, now: there });
      }
    }
    return { expected: this.#left.size, lost, overruled, erased };
  }

  #pick<T>(from: readonly T[]): T {
    return from[Math.floor(this.#random() * from.length)] as T;
  }
}

/** True if the only difference is that words were erased, with '…' in their place. */
function isErasedFrom(before: string, now: string): boolean {
  if (!now.includes("…")) return false;
  const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  let at = 0;
  const stood = words(before);
  for (const word of words(now)) {
    at = stood.indexOf(word, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

function editOf(page: ArticlePage): EditedArticle {
  const edited = (list: ArticlePage["summaryStatements"]): EditedStatement[] =>
    list.map(({ key = null, form, text, language }) => ({ key, form, text, language }));
  const { version, edition, title, tags, contentType, category, difficulty, priority } = page;
  return {
    version,
    edition,
    title,
    tags,
    contentType,
    category,
    difficulty,
    priority,
    summary: edited(page.summaryStatements),
    sections: page.sections.map(({ role, heading, layout, statements }) => ({
      role,
      heading,
      layout,
      statements: edited(statements),
    })),
  };
}
