import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_APP, DEFAULT_COLLECTION, startIntercomStandIn } from "../tools/stand-ins/intercom/server.ts";
import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startJiraStandIn } from "../tools/stand-ins/jira/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../tools/stand-ins/notion/server.ts";
import { DEFAULT_BASE, DEFAULT_USER, startServicenowStandIn } from "../tools/stand-ins/servicenow/server.ts";
import * as sharepoint from "../tools/stand-ins/sharepoint/server.ts";
import { ConnectorError } from "./errors.ts";
import type { KnowledgePlatform } from "./manifests.ts";
import { createThreadedTargets, type ThreadedTarget } from "./target-threads.ts";
import type { TargetAddresses } from "./targets.ts";
import { HOSTILE_ANSWERS, HOSTILE_PAGES } from "./testing/hostile-pages.ts";
import { buildContent, buildSection, buildSentence } from "./testing/page-samples.ts";
import { countEventLoopTurns } from "./testing/with-turns.ts";

/** Words in a page that the test replaces in the platform's response. */
const HERE = "wordsthatarereplaced";

interface Site {
  addresses?: TargetAddresses;
  config: Record<string, string>;
  close(): Promise<void>;
}
const SITES: Partial<Record<KnowledgePlatform, () => Promise<Site>>> = {
  async notion() {
    const site = await startNotionStandIn({ requestsPerSecond: 10_000 });
    const addresses = { notionApiUrl: site.url, notionRequestsPerSecond: 10_000 };
    return {
      addresses,
      config: { spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token },
      close: () => site.close(),
    };
  },
  async jira() {
    const site = await startJiraStandIn();
    const apiKey = `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`;
    return { config: { baseUrl: site.url, spaceId: DEFAULT_PROJECT.key, apiKey }, close: () => site.close() };
  },
  async sharepoint() {
    const site = await sharepoint.startSharepointStandIn({ unitsAMinute: 1_000_000 });
    const apiKey = `${sharepoint.DEFAULT_TENANT}:${sharepoint.DEFAULT_APP.appId}:${sharepoint.DEFAULT_APP.secret}`;
    const addresses = { graphApiUrl: site.url, microsoftLoginUrl: site.loginUrl };
    return {
      addresses,
      config: { baseUrl: site.siteUrl, spaceId: "Site Pages", apiKey },
      close: () => site.close(),
    };
  },
  async intercom() {
    const site = await startIntercomStandIn();
    const config = { baseUrl: site.url, spaceId: String(DEFAULT_COLLECTION.id), apiKey: DEFAULT_APP.token };
    return { config, close: () => site.close() };
  },
  async servicenow() {
    const site = await startServicenowStandIn();
    const apiKey = `${DEFAULT_USER.userName}:${DEFAULT_USER.password}`;
    return { config: { baseUrl: site.url, spaceId: DEFAULT_BASE.title, apiKey }, close: () => site.close() };
  },
};

/** Platforms that send a page as a single text, so that replaced words can become new blocks. */
const OF_ONE_TEXT = new Set(["sharepoint", "intercom", "servicenow"]);

const SHAPES: [what: string, tamper: (answer: string) => string][] = [
  ...HOSTILE_PAGES.map(([what, words]): (typeof SHAPES)[number] => [
    what,
    (answer) => answer.replaceAll(HERE, JSON.stringify(words).slice(1, -1)),
  ]),
  ...HOSTILE_ANSWERS.map(([what, tamper]): (typeof SHAPES)[number] => [what, (answer) => tamper(answer, HERE)]),
];

describe.each(Object.entries(SITES))("A hostile page of %s", (platform, start) => {
  let site: Site;
  let target: ThreadedTarget;
  let other: ThreadedTarget;
  let pageId: string;
  let tamper: ((answer: string) => string) | null = null;
  let tampered = 0;
  const tampering: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    const text = await answer.text();
    const isPage = tamper !== null && text.includes(HERE);
    if (isPage) tampered += 1;
    const body = isPage && tamper ? tamper(text) : text;
    return new Response([204, 304].includes(answer.status) ? null : body, answer);
  };
  beforeAll(async () => {
    site = await start();
    const targets = createThreadedTargets({ fetch: tampering, ...site.addresses }, { stallMs: 5_000 });
    target = targets[platform as KnowledgePlatform];
    other = targets.zendesk;
    const content = buildContent({ body: [buildSection([buildSentence(`Before ${HERE} and after.`)])] });
    const page = { title: content.title, blocks: target.render(content), labels: [] };
    pageId = (await target.publish(site.config, page)).externalId;
  });
  afterEach(() => {
    tamper = null;
  });
  afterAll(() => site.close());

  it.each(SHAPES)(
    "with %s is read, or refused with a sentence, without blocking other requests",
    async (_what, shape) => {
      tamper = shape;
      tampered = 0;
      const work = countEventLoopTurns(target.read(site.config, pageId));
      expect(await other.textsOf({}, [{ key: "", native: "<p>Somebody else's page.</p>" }])).toHaveLength(1);
      const { outcome, turns } = await work;
      expect(tampered).toBeGreaterThan(0);
      expect(turns).toBeGreaterThan(0);
      if (outcome instanceof Error) {
        expect(outcome).toBeInstanceOf(ConnectorError);
        expect(outcome.message).toMatch(/^[A-Z].*\.$/);
      }
    },
  );

  it.runIf(OF_ONE_TEXT.has(platform))(
    "with more than 10,000 blocks is refused with a sentence, and listed without its blocks",
    async () => {
      tamper = (answer) => answer.replaceAll(HERE, JSON.stringify(`</p>${"<p>x</p>".repeat(10_001)}<p>`).slice(1, -1));
      await expect(target.read(site.config, pageId)).rejects.toThrow(
        /^The page cannot be read: .* has more than 10,000 blocks\.$/,
      );
      const found = await target.listUnknown(site.config, { createdAfter: new Date(0), known: new Set() });
      expect(found).toMatchObject([
        { blocks: [], isUntouched: false, unreadable: "The page cannot be read: it has more than 10,000 blocks." },
      ]);
    },
  );

  it("takes nothing with it: the same page is read once it is as it was", async () => {
    const page = await target.read(site.config, pageId);
    expect(JSON.stringify(page?.blocks)).toContain(HERE);
  });
});
