import type { Canvas } from "../../stand-ins/sharepoint/canvas-rules.ts";
import { DEFAULT_APP, DEFAULT_TENANT, startSharepointStandIn } from "../../stand-ins/sharepoint/server.ts";
import type { StandInPage } from "../../stand-ins/sharepoint/state.ts";
import { insertWords } from "./html-articles.ts";
import { type BenchPage, type BenchPlatform, createRefusal, type InsertPosition } from "./platform.ts";

export async function startSharepoint(): Promise<BenchPlatform> {
  // With Microsoft's own rate limit, the benchmark would mostly wait.
  const site = await startSharepointStandIn({ unitsAMinute: 1_000_000 });
  return {
    type: "sharepoint",
    standIn: site,
    integration: {
      name: "SharePoint",
      type: "sharepoint",
      baseUrl: site.siteUrl,
      spaceId: "Site Pages",
      apiKey: `${DEFAULT_TENANT}:${DEFAULT_APP.appId}:${DEFAULT_APP.secret}`,
    },
    environment: { GRAPH_API_URL: site.url, MICROSOFT_LOGIN_URL: site.loginUrl },
    writes: ["POST /v1.0/sites", "PATCH /v1.0/sites"],
    collide: (write) => site.fail(createRefusal(write, {})),
    pages: async () => [
      ...site.pages().map((page) => pageOf(page, true)),
      ...site.recycled().map((page) => pageOf(page, false)),
    ],
    async write(pageId, words, spot) {
      site.editAsPerson(pageId, ({ canvas }) => writeInto(canvas, words, spot));
    },
    rename: (pageId, title) =>
      site.editAsPerson(pageId, (page) => {
        page.title = title;
      }),
    trash: (pageId) => site.recycleAsPerson(pageId),
    restore: (pageId) => site.restoreAsPerson(pageId),
    close: () => site.close(),
  };
}

function pageOf({ id, title, canvas, level }: StandInPage, stands: boolean): BenchPage {
  return {
    platform: "sharepoint",
    id,
    title,
    text: JSON.stringify(canvas),
    stands,
    isUnpublished: level === "draft",
  };
}

/** Adds the words to the first text of the page. */
function writeInto({ horizontalSections = [] }: Canvas, words: string, spot: InsertPosition): void {
  const parts = horizontalSections.flatMap(({ columns }) => columns.flatMap(({ webparts }) => webparts));
  const text = parts.find(({ innerHtml }) => typeof innerHtml === "string");
  if (text) text.innerHtml = insertWords(String(text.innerHtml), words, spot);
}
