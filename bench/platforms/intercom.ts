import { DEFAULT_APP, DEFAULT_COLLECTION, startIntercomStandIn } from "../../stand-ins/intercom/server.ts";
import { withWords } from "./html-words.ts";
import { type BenchPlatform, refusal } from "./platform.ts";

export async function startIntercom(): Promise<BenchPlatform> {
  const site = await startIntercomStandIn();
  return {
    type: "intercom",
    standIn: site,
    integration: {
      name: "Intercom",
      type: "intercom",
      baseUrl: site.url,
      spaceId: String(DEFAULT_COLLECTION.id),
      apiKey: DEFAULT_APP.token,
    },
    environment: {},
    writes: ["POST /articles", "PUT /articles"],
    collide: (write) => site.fail(refusal(write, {})),
    pages: async () =>
      site.articles().map(({ id, title, body, state, isDeleted }) => {
        const stands = !isDeleted && !(state === "draft" && body.includes("by Lorekeep. It was"));
        return { platform: "intercom", id: String(id), title, text: body, stands };
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
    // For good: Intercom has no trash.
    trash: (pageId) => site.deleteAsPerson(pageId),
    hide: (isHidden) => site.hideCollection(DEFAULT_COLLECTION.id, isHidden),
    close: () => site.close(),
  };
}
