import { createNotionTarget } from "../../../connectors/notion/target.ts";
import { createNotionPages } from "../../../connectors/testing/pages-of-people.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../../stand-ins/notion/server.ts";
import { type BenchPlatform, createRefusal, pickRandomItem } from "./platform.ts";

const ELSEWHERE = { id: "2a2b3c4d5e6f47018293a4b5c6d7e8f9", title: "Elsewhere" };

/** With Notion's own limit of three requests a second, the benchmark would mostly wait. */
const REQUESTS_PER_SECOND = 1_000;

export async function startNotion(requestsPerSecond = REQUESTS_PER_SECOND): Promise<BenchPlatform> {
  const site = await startNotionStandIn({
    parents: [DEFAULT_PARENT, ELSEWHERE],
    requestsPerSecond,
  });
  const target = createNotionTarget({ fetch, apiBaseUrl: site.url, requestsPerSecond });
  const place = { spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token };
  const people = createNotionPages(site, async (title) => {
    const { externalId } = await target.publish(place, { title, blocks: [], labels: [] });
    // Makes the page old, as a page that nobody edits at the moment.
    site.age(externalId, 600_000);
    return externalId;
  });
  return {
    type: "notion",
    standIn: site,
    integration: {
      name: "Notion",
      type: "notion",
      baseUrl: "",
      spaceId: DEFAULT_PARENT.id,
      apiKey: DEFAULT_TOKEN.token,
    },
    environment: { NOTION_API_URL: site.url, NOTION_REQUESTS_PER_SECOND: String(requestsPerSecond) },
    writes: ["POST /", "PATCH /"],
    collide: (write) => site.fail(createRefusal(write, {})),
    pages: async () =>
      site.pages().map(({ id, title, children, inTrash }) => {
        return { platform: "notion", id, title, text: JSON.stringify(children, withoutPlain), stands: !inTrash };
      }),
    async write(pageId, words, { where, random }) {
      site.editAsPerson(pageId, ({ blocks, newBlock }) => {
        const block = newBlock({ type: "paragraph", paragraph: { rich_text: [{ text: { content: words } }] } });
        if (where === "top") blocks.unshift(block);
        else if (where === "bottom") blocks.push(block);
        else blocks.splice(Math.floor(random() * blocks.length), 0, block);
      });
    },
    rename: (pageId, title) =>
      site.editAsPerson(pageId, (draft) => {
        draft.title = title;
      }),
    move: (pageId, isAway) => site.moveAsPerson(pageId, isAway ? ELSEWHERE.id : DEFAULT_PARENT.id),
    trash: (pageId) => site.trashAsPerson(pageId),
    restore: (pageId) => site.restoreAsPerson(pageId),
    copy: (pageId, title) => site.copyAsPerson(pageId, title),
    hide: (isHidden) => site.share(DEFAULT_PARENT.id, !isHidden),
    commentOnWords(pageId, random) {
      const page = site.pages().find(({ id }) => id === pageId);
      const block = pickRandomItem(random, page?.children.filter(({ content }) => "rich_text" in content) ?? []);
      if (block) site.discussAsPerson(pageId, block.id, random() < 0.5 ? "words" : undefined);
      return block !== undefined;
    },
    remark: (pageId) => site.remarkAsPerson(pageId),
    comments: () =>
      site.discussions().map(({ pageId, id, blockId, isAnchored }) => {
        return { pageId, id, isOnPage: blockId === pageId, isAnchored };
      }),
    people,
    close: () => site.close(),
  };
}

/** Notion returns each text twice: formatted and plain. */
function withoutPlain(this: unknown, key: string, value: unknown): unknown {
  const isTwice = key === "plain_text" && typeof this === "object" && this !== null && "text" in this;
  return isTwice ? undefined : value;
}
