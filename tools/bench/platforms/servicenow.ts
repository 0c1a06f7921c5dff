import { DEFAULT_BASE, DEFAULT_USER, startServicenowStandIn } from "../../stand-ins/servicenow/server.ts";
import { createHtmlArticlePlatform } from "./html-articles.ts";
import type { BenchPlatform } from "./platform.ts";

const TABLE = "/api/now/table/kb_knowledge";

export async function startServicenow(): Promise<BenchPlatform> {
  const site = await startServicenowStandIn();
  const apiKey = `${DEFAULT_USER.userName}:${DEFAULT_USER.password}`;
  const setState = (number: string, state: string) =>
    site.editAsPerson(number, (article) => {
      article.state = state;
    });
  return createHtmlArticlePlatform(site, {
    type: "servicenow",
    integration: { name: "ServiceNow", spaceId: DEFAULT_BASE.title, apiKey },
    writes: [`POST ${TABLE}`, `PATCH ${TABLE}`],
    pages: async () =>
      site.articles().map(({ id, title, body, state }) => {
        return { platform: "servicenow", id, title, text: body, stands: state !== "retired" };
      }),
    trash: (pageId) => setState(pageId, "retired"),
    restore: (pageId) => setState(pageId, "draft"),
    hide: (isHidden) => site.hideBase(DEFAULT_BASE.sys_id, isHidden),
  });
}
