import { createMediawikiPages } from "../../../connectors/testing/pages-of-people.ts";
import { startMediaWikiServer } from "../../stand-ins/mediawiki/server.ts";
import { startMediaWiki, WIKI_CATEGORY, WIKI_PASSWORD } from "../../stand-ins/mediawiki/site.ts";
import type { BenchPlatform } from "./platform.ts";
import { createRefusal } from "./platform.ts";

const EDIT = "POST /api.php?action=edit";

/** Starts Debian's MediaWiki. */
export async function startMediaWikiPlatform(): Promise<BenchPlatform> {
  const site = await startMediaWiki();
  const server = await startMediaWikiServer(site);
  return {
    type: "mediawiki",
    standIn: server,
    integration: {
      name: "MediaWiki",
      type: "mediawiki",
      baseUrl: server.apiUrl,
      spaceId: WIKI_CATEGORY,
      apiKey: `Lorekeep@articles:${WIKI_PASSWORD}`,
    },
    environment: {},
    writes: [EDIT],
    collide: () => server.fail(createRefusal(EDIT, { error: { code: "editconflict", info: "Edit conflict." } }, 200)),
    pages: async () => (await server.pages()).map((page) => ({ platform: "mediawiki", ...page })),
    otherTitles: () => server.redirects(),
    async write(pageId, words, { where, random }) {
      server.editAsPerson(pageId, (text) => {
        const [all = "", tail = ""] = text.split(/(?=\n\n\[\[Category:)/, 2);
        const paragraphs = all.split("\n\n");
        const spots = { top: 0, bottom: paragraphs.length, inside: Math.floor(random() * paragraphs.length) };
        paragraphs.splice(spots[where], 0, words);
        return paragraphs.join("\n\n") + tail;
      });
    },
    rename: (pageId, title) => server.moveAsPerson(pageId, title),
    trash: (pageId) => server.deleteAsPerson(pageId),
    restore: (pageId) => server.restoreAsPerson(pageId),
    people: createMediawikiPages(server),
    async close() {
      await server.close();
      site.close();
    },
  };
}
