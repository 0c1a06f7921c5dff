import { DEFAULT_CLIENT, DEFAULT_SECTION, startZendeskStandIn } from "../../stand-ins/zendesk/server.ts";
import { createHtmlArticlePlatform, hasArchiveNote } from "./html-articles.ts";
import { type BenchPlatform, withLabels } from "./platform.ts";

export async function startZendesk(): Promise<BenchPlatform> {
  const site = await startZendeskStandIn();
  const apiKey = `${DEFAULT_CLIENT.identifier}:${DEFAULT_CLIENT.secret}`;
  return createHtmlArticlePlatform(site, {
    type: "zendesk",
    integration: { name: "Zendesk", spaceId: String(DEFAULT_SECTION.id), apiKey },
    writes: ["POST /api/v2/help_center", "PUT /api/v2/help_center"],
    pages: async () =>
      site.articles().map(({ id, title, body, labels, draft, isArchived }) => {
        const stands = !isArchived && !(draft && hasArchiveNote(body));
        return { platform: "zendesk", id: String(id), title, text: withLabels(body, labels), stands };
      }),
    trash: (pageId) => site.archiveAsPerson(pageId, true),
    restore: (pageId) => site.archiveAsPerson(pageId, false),
    hide: (isHidden) => site.hideSection(DEFAULT_SECTION.id, isHidden),
  });
}
