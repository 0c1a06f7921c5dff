import { afterEach, describe, expect, it } from "vitest";
import { createConfluenceTarget } from "../../connectors/confluence/target.ts";
import type { KnowledgeTarget, PageContent, RemotePage } from "../../connectors/knowledge-target.ts";
import { createNotionTarget } from "../../connectors/notion/target.ts";
import type { Statement } from "../../shared/domain/article.ts";
import { startConfluenceStandIn } from "../../tools/stand-ins/confluence/server.ts";
import { startNotionStandIn } from "../../tools/stand-ins/notion/server.ts";
import type { StandIn } from "../../tools/stand-ins/stand-in.ts";
import { mergePage } from "./merge-page.ts";

interface Platform<Config = unknown> {
  target: KnowledgeTarget<Config>;
  config: Config;
  standIn: StandIn;
  /** Edits the page like a person: adds a paragraph at its top and removes the block with the given text. */
  editAsPerson(pageId: string, added: string, removed: string): void;
}

const platforms = {
  Confluence: async () => {
    const standIn = await startConfluenceStandIn();
    const platform: Platform<{ baseUrl: string; spaceId: string; apiKey: string }> = {
      standIn,
      target: createConfluenceTarget({ fetch }),
      config: { baseUrl: standIn.url, spaceId: "DOC", apiKey: "bot@acme.example:confluence-token" },
      editAsPerson: (pageId, added, removed) =>
        standIn.editAsPerson(pageId, (page) => {
          const withoutRemoved = page.storage.replace(new RegExp(`<p [^>]*>${removed}(?:(?!</p>).)*</p>`), "");
          page.storage = `<p>${added}</p>\n${withoutRemoved}`;
        }),
    };
    return platform as Platform;
  },
  Notion: async () => {
    const standIn = await startNotionStandIn({ requestsPerSecond: 1_000 });
    const platform: Platform<{ spaceId: string; apiKey: string }> = {
      standIn,
      target: createNotionTarget({ fetch, apiBaseUrl: standIn.url, requestsPerSecond: 1_000 }),
      config: { spaceId: "1a2b3c4d5e6f47018293a4b5c6d7e8f9", apiKey: "ntn_notion-token" },
      editAsPerson: (pageId, added, removed) =>
        standIn.editAsPerson(pageId, (draft) => {
          const paragraph = { type: "paragraph", paragraph: { rich_text: [{ text: { content: added } }] } };
          const kept = draft.blocks.filter(({ content }) => !JSON.stringify(content).includes(removed));
          draft.blocks = [draft.newBlock(paragraph), ...kept];
        }),
    };
    return platform as Platform;
  },
} satisfies Record<string, () => Promise<Platform>>;

const sentence = (text: string): Statement => ({ form: "sentence", text, language: null, sources: ["m1"] });

function article(...sections: string[]): PageContent {
  return {
    title: "Billing",
    summary: [sentence("About billing.")],
    body: sections.map((text, index) => ({
      role: "context",
      heading: `Part ${index + 1}`,
      layout: "prose",
      statements: [sentence(text)],
    })),
    redactions: [],
    labels: [],
    sources: [
      { id: "m1", authorName: "Ann", channelName: "ops", sentAt: new Date("2026-11-20T09:00:00Z"), permalink: null },
    ],
    marker: "ref lk-merged01",
  };
}

describe.each(Object.entries(platforms))(
  "an article that changes after a person edited its page in %s",
  (_name, start) => {
    let platform: Platform;
    afterEach(() => platform.standIn.close());

    const read = async ({ externalId }: RemotePage) => {
      const page = await platform.target.read(platform.config, externalId);
      if (!page) throw new Error("the page is gone");
      return page;
    };
    const keysOf = ({ blocks }: Pick<RemotePage, "blocks">) => blocks.map(({ key }) => key);

    it("keeps what the person added and removed, and gets what is new", async () => {
      platform = await start();
      const { target, config } = platform;
      const first = target.render(article("Invoices go out on Mondays.", "Refunds take a week.", "Ask Ben."));
      const page = await target.publish(config, { title: "Billing", blocks: first, labels: [] });
      platform.editAsPerson(page.externalId, "A word of mine.", "Ask Ben.");

      const theirs = await read(page);
      const second = target.render(article("Invoices go out on Mondays.", "Refunds take two days.", "Ask Ben."));
      const merged = mergePage({
        base: { title: "Billing", keys: keysOf({ blocks: first }) },
        ours: { title: "Billing", blocks: second },
        theirs,
      });
      expect(merged.outcome).toBe("merged");
      await target.update(config, page.externalId, {
        title: merged.title,
        blocks: merged.blocks,
        labels: [],
        expectedVersion: theirs.version,
        note: "",
      });

      const text = JSON.stringify(await read(page));
      expect(text).toContain("A word of mine.");
      expect(text).toContain("Refunds take two days.");
      expect(text).not.toMatch(/Refunds take a week|Ask Ben/);
      expect(text.match(/ref lk-merged01/g)?.length).toBeGreaterThan(0);
    });

    it("becomes our page again when nobody edited it", async () => {
      platform = await start();
      const { target, config } = platform;
      const first = target.render(article("one"));
      const page = await target.publish(config, { title: "Billing", blocks: first, labels: [] });
      const theirs = await read(page);
      const ours = { title: "Billing 2", blocks: target.render(article("two", "three")) };
      expect(mergePage({ base: { title: "Billing", keys: keysOf({ blocks: first }) }, ours, theirs }).outcome).toBe(
        "clean",
      );
    });
  },
);

it("a half-written Notion page is completed if its content counts as our last version", async () => {
  const { target, config, standIn } = await platforms.Notion();
  const blocks = target.render(article(...Array.from({ length: 150 }, (_, index) => `Part ${index}.`)));
  standIn.fail({ match: "PATCH /v1/blocks/", kind: { status: 500 } });
  await expect(target.publish(config, { title: "Billing", blocks, labels: [] })).rejects.toMatchObject({
    mayHaveHappened: true,
  });
  const [half] = await target.find(config, { marker: "ref lk-merged01", title: "Billing", createdAfter: new Date() });
  if (!half) throw new Error("not found");
  const intended = blocks.map(({ key }) => key);
  const base = half.blocks.map(({ key }) => key).filter((key) => intended.includes(key));
  const merged = mergePage({
    base: { title: "Billing", keys: base },
    ours: { title: "Billing", blocks },
    theirs: half,
  });
  expect(merged.outcome).toBe("clean");
  const update = { ...merged, labels: [], expectedVersion: half.version, note: "" };
  const whole = await target.update(config, half.externalId, update);
  expect(whole.blocks.map(({ key }) => key)).toEqual(intended);
  await standIn.close();
});
