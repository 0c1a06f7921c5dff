import { removeArchiveNote } from "../archive-note.ts";
import { MissingPermission, NotFound } from "../errors.ts";
import { joinHtml } from "../html-blocks.ts";
import { deriveContentVersion, readChecksum } from "../html-sum.ts";
import type { RemotePage } from "../knowledge-target.ts";
import type { ServicenowApi } from "./api.ts";
import { REQUIRED_ROLE } from "./errors.ts";
import type { ServicenowConfig } from "./manifest.ts";
import type { KnowledgeBase, ServicenowArticle } from "./shapes.ts";

export async function findBase(api: ServicenowApi, { spaceId }: ServicenowConfig): Promise<KnowledgeBase> {
  const named = spaceId.trim();
  const found = await api.knowledgeBase(named);
  if (found) return found;
  const message = `There is no knowledge base '${named.slice(0, 80)}' that the user can see.`;
  throw new MissingPermission(message, REQUIRED_ROLE);
}
export const isRetired = ({ workflow_state: state }: ServicenowArticle) => state === "retired";
export const isDraft = ({ workflow_state: state }: ServicenowArticle) => state === "draft" || state === "review";

export function parseArticleNumber(externalId: string): string {
  if (!/^\w{1,40}$/.test(externalId)) throw new NotFound("This is not the number of a ServiceNow article.");
  return externalId;
}

export const buildArticleUrl = ({ origin }: ServicenowApi, number: string) =>
  `${origin}/kb_view.do?sysparm_article=${number}`;

export function toRemotePage(api: ServicenowApi, article: ServicenowArticle): RemotePage {
  const { sys_id: id, number, short_description: title, text } = article;
  return {
    externalId: number,
    url: buildArticleUrl(api, number),
    title,
    // The version is derived from the content, because the record's own counter includes invisible changes such as
    // ratings.
    version: deriveContentVersion(id, title, text),
    blocks: readChecksum(title, joinHtml(removeArchiveNote(text).blocks)).blocks,
    state: isRetired(article) ? "trashed" : "current",
  };
}
