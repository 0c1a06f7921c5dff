import type { StandIn } from "../../stand-ins/stand-in.ts";
import { type BenchPlatform, createRefusal, type InsertPosition } from "./platform.ts";

interface ArticleSite extends StandIn {
  editAsPerson(id: string, edit: (article: { title: string; body: string }) => void): void;
}

type ArticlePlatform = Pick<BenchPlatform, "type" | "writes" | "pages" | "trash" | "restore" | "hide"> & {
  integration: Pick<BenchPlatform["integration"], "name" | "spaceId" | "apiKey">;
};

/** Creates a platform whose articles are HTML in one field, with people's actions on title and text. */
export const createHtmlArticlePlatform = (
  site: ArticleSite,
  { integration, ...given }: ArticlePlatform,
): BenchPlatform => ({
  ...given,
  standIn: site,
  integration: { ...integration, type: given.type, baseUrl: site.url },
  environment: {},
  collide: (write) => site.fail(createRefusal(write, {})),
  async write(pageId, words, spot) {
    site.editAsPerson(pageId, (article) => {
      article.body = insertWords(article.body, words, spot);
    });
  },
  rename: (pageId, title) =>
    site.editAsPerson(pageId, (article) => {
      article.title = title;
    }),
  close: () => site.close(),
});

/** True for a draft with the line that the product adds when it archives an article. */
export const hasArchiveNote = (body: string): boolean => body.includes("by Lorekeep. It was");

/** Adds a person's paragraph at the start or the end, or adds the words inside an existing paragraph. */
export function insertWords(html: string, words: string, { where, random }: InsertPosition): string {
  if (where === "top") return `<p>${words}</p>${html}`;
  const ends = [...html.matchAll(/<\/p>/g)].map(({ index }) => index);
  const at = where === "inside" ? ends[Math.floor(random() * ends.length)] : undefined;
  return at === undefined ? `${html}<p>${words}</p>` : `${html.slice(0, at)} ${words}${html.slice(at)}`;
}
