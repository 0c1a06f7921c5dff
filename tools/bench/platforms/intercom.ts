import { DEFAULT_APP, DEFAULT_COLLECTION, startIntercomStandIn } from "../../stand-ins/intercom/server.ts";
import { createHtmlArticlePlatform, hasArchiveNote } from "./html-articles.ts";
import type { BenchPlatform } from "./platform.ts";

export async function startIntercom(): Promise<BenchPlatform> {
  const site = await startIntercomStandIn();
  return createHtmlArticlePlatform(site, {
    type: "intercom",
    integration: { name: "Intercom", spaceId: String(DEFAULT_COLLECTION.id), apiKey: DEFAULT_APP.token },
    writes: ["POST /articles", "PUT /articles"],
    pages: async () =>
      site.articles().map(({ id, title, body, state, isDeleted }) => {
        const stands = !isDeleted && !(state === "draft" && hasArchiveNote(body));
        return { platform: "intercom", id: String(id), title, text: body, stands };
      }),
    // The deletion is permanent, because Intercom has no trash.
    trash: (pageId) => site.deleteAsPerson(pageId),
    hide: (isHidden) => site.hideCollection(DEFAULT_COLLECTION.id, isHidden),
  });
}
