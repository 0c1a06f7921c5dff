import { DEFAULT_BASE, DEFAULT_USER, startServicenowStandIn } from "../../stand-ins/servicenow/server.ts";
import { withWords } from "./html-words.ts";
import { type BenchPlatform, refusal } from "./platform.ts";

const TABLE = "/api/now/table/kb_knowledge";

export async function startServicenow(): Promise<BenchPlatform> {
  const site = await startServicenowStandIn();
  const setState = (number: string, state: string) =>
    site.editAsPerson(number, (article) => {
      article.state = state;
    });
  return {
    type: "servicenow",
    standIn: site,
    integration: {
      name: "ServiceNow",
      type: "servicenow",
      baseUrl: site.url,
      spaceId: DEFAULT_BASE.title,
      apiKey: `${DEFAULT_USER.userName}:${DEFAULT_USER.password}`,
    },
    environment: {},
    writes: [`POST ${TABLE}`, `PATCH ${TABLE}`],
    collide: (write) => site.fail(refusal(write, {})),
    pages: async () =>
      site.articles().map(({ id, title, body, state }) => {
        return { platform: "servicenow", id, title, text: body, stands: state !== "retired" };
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
    trash: (pageId) => setState(pageId, "retired"),
    restore: (pageId) => setState(pageId, "draft"),
    hide: (isHidden) => site.hideBase(DEFAULT_BASE.sys_id, isHidden),
    close: () => site.close(),
  };
}
