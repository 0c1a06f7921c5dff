import { DEFAULT_CLIENT, DEFAULT_SECTION, startZendeskStandIn } from "../../stand-ins/zendesk/server.ts";
import { withWords } from "./html-words.ts";
import { type BenchPlatform, refusal, withLabels } from "./platform.ts";

export async function startZendesk(): Promise<BenchPlatform> {
  const site = await startZendeskStandIn();
  return {
    type: "zendesk",
    standIn: site,
    integration: {
      name: "Zendesk",
      type: "zendesk",
      baseUrl: site.url,
      spaceId: String(DEFAULT_SECTION.id),
      apiKey: `${DEFAULT_CLIENT.identifier}:${DEFAULT_CLIENT.secret}`,
    },
    environment: {},
    writes: ["POST /api/v2/help_center", "PUT /api/v2/help_center"],
    collide: (write) => site.fail(refusal(write, {})),
    pages: async () =>
      site.articles().map(({ id, title, body, labels, draft, isArchived }) => {
        const stands = !isArchived && !(draft && body.includes("by Lorekeep. It was"));
        return { platform: "zendesk", id: String(id), title, text: withLabels(body, labels), stands };
      }),
    async write(pageId, words, spot) {
      site.editAsPerson(pageId, (article) => {
        article.body = withWords(article.body, words, spot);
      });
    },
    rename: (pageId, title) =>
      site.editAsPerson(pageId, (article) => {
        article.title = title;
      }),
    trash: (pageId) => site.archiveAsPerson(pageId, true),
    restore: (pageId) => site.archiveAsPerson(pageId, false),
    hide: (isHidden) => site.hideSection(DEFAULT_SECTION.id, isHidden),
    close: () => site.close(),
  };
}
