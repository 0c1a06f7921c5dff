import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type JiraStandIn, type JiraStandInOptions, startJiraStandIn } from "../../tools/stand-ins/jira/server.ts";
import type { AdfNode } from "../../tools/stand-ins/jira/validate.ts";
import { MissingPermission, Refused } from "../errors.ts";
import { PageChanged, type RemotePage } from "../knowledge-target.ts";
import { describeKnowledgeTarget } from "../testing/describe-knowledge-target.ts";
import { buildCode, buildContent, buildSection, buildSentence, SAMPLE_MARKER } from "../testing/page-samples.ts";
import { parseJiraPlace } from "./site.ts";
import { createJiraTarget } from "./target.ts";

const ACCOUNT = { email: "bot@acme.example", token: "jira-token", name: "Docs Bot" };
const KEY = `${ACCOUNT.email}:${ACCOUNT.token}`;
const paragraph = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });

describeKnowledgeTarget("Jira", async () => {
  const standIn = await startJiraStandIn();
  const gone = await startJiraStandIn();
  await gone.close();
  const config = { baseUrl: standIn.url, spaceId: "KB", apiKey: KEY };
  const options = { fetch, gatewayUrl: standIn.gatewayUrl };
  const target = createJiraTarget(options);
  return {
    standIn,
    target,
    hastyTarget: createJiraTarget({ ...options, timeoutMs: 3_000 }),
    config,
    listedPlace: config.spaceId,
    wrongSecret: { ...config, apiKey: `${ACCOUNT.email}:wrong-token` },
    wrongPlace: { ...config, spaceId: "NOWHERE" },
    nobodyThere: { target, config: { ...config, baseUrl: gone.url } },
    createCall: "POST /rest/api/3/issue",
    changeCall: "PUT /rest/api/3/issue",
    overwritten: () => JSON.stringify(standIn.issues().map(({ comments }) => comments)),
    readCall: "GET /rest/api/3/issue/1",
    addParagraphAsPerson: (pageId: string, text: string) =>
      standIn.editAsPerson(pageId, ({ content }) => void content.push(paragraph(text))),
    spoil: (pageId: string) =>
      standIn.editAsPerson(pageId, ({ content }) => {
        let nested: AdfNode = paragraph("deep");
        for (let depth = 0; depth < 400; depth += 1) nested = { type: "blockquote", content: [nested] };
        content.push(nested);
      }),
    tooLong: ["40,000 characters of code"],
  };
});

describe("Jira", () => {
  let standIn: JiraStandIn;
  let target: ReturnType<typeof createJiraTarget>;
  const restart = async (options?: JiraStandInOptions) => {
    await standIn?.close();
    standIn = await startJiraStandIn(options);
    target = createJiraTarget({ fetch, gatewayUrl: standIn.gatewayUrl });
  };
  beforeEach(() => restart());
  afterEach(() => standIn.close());

  const config = (overrides = {}) => ({ baseUrl: standIn.url, spaceId: "KB", apiKey: KEY, ...overrides });
  const publish = (content = buildContent(), more: { mentioned?: string[] } = {}) =>
    target.publish(config(), { title: content.title, blocks: target.render(content), labels: content.labels, ...more });
  const read = async ({ externalId }: RemotePage) => {
    const page = await target.read(config(), externalId);
    if (!page) throw new Error("the issue is gone");
    return page;
  };
  const update = (page: RemotePage, text: string) =>
    target.update(config(), page.externalId, {
      title: page.title,
      blocks: target.render(buildContent({ summary: [buildSentence(text)] })),
      labels: [],
      expectedVersion: page.version,
      note: "",
    });
  const find = (createdAfter = new Date(Date.now() - 1_000)) =>
    target.find(config(), { marker: SAMPLE_MARKER, title: buildContent().title, createdAfter });
  const issue = () => {
    const [first] = standIn.issues();
    if (!first) throw new Error("there is no issue");
    return first;
  };

  it("creates a Task with the article as its description, and keeps people's labels", async () => {
    const page = await publish();
    expect(issue()).toMatchObject({ key: "KB-1", type: "Task", labels: ["billing", "how-to"], status: "To Do" });
    expect(page.url).toBe(`${standIn.url}/browse/KB-1`);
    standIn.labelAsPerson(page.externalId, ["ours"]);
    await target.update(config(), page.externalId, {
      title: page.title,
      blocks: page.blocks,
      labels: ["billing"],
      expectedVersion: page.version,
      note: "",
    });
    expect(issue().labels).toEqual(["ours", "billing"]);
  });

  it("creates issues of the type that follows the project's key in the configuration", async () => {
    await restart({ projects: [{ key: "KB", name: "Knowledge", types: [{ name: "Task" }, { name: "Article" }] }] });
    const asArticle = config({ spaceId: "kb / article" });
    expect((await target.check(asArticle)).place).toBe("Project Knowledge (KB), issues of the type Article");
    await target.publish(asArticle, { title: "T", blocks: target.render(buildContent()), labels: [] });
    expect(issue().type).toBe("Article");
    await expect(target.check(config({ spaceId: "KB/Nothing" }))).rejects.toThrow("It has: Task, Article.");
  });

  it.each(["CREATE_ISSUES", "EDIT_ISSUES"])("names the missing permission %s", async (permission) => {
    await restart({ accounts: [{ ...ACCOUNT, lacks: [permission] }] });
    const name = permission === "EDIT_ISSUES" ? "Edit issues" : "Create issues";
    await expect(target.check(config())).rejects.toThrow(`Docs Bot lacks in the project Knowledge: ${name}.`);
  });

  it("warns if an account lacks a permission that is only useful", async () => {
    await restart({ accounts: [{ ...ACCOUNT, lacks: ["LINK_ISSUES"] }] });
    expect((await target.check(config())).warnings).toEqual([
      "Without Link issues the issues that a conversation mentions get no link to the article.",
    ]);
  });

  it("names the fields that an issue type requires", async () => {
    await restart({ projects: [{ key: "KB", name: "Knowledge", types: [{ name: "Task", requires: ["Team"] }] }] });
    await expect(target.check(config())).rejects.toThrow("Issues of the type Task require Team.");
    await expect(publish()).rejects.toThrow(Refused);
    expect(standIn.issues()).toEqual([]);
  });

  it("publishes without labels if the issue type's screen has none", async () => {
    await restart({ projects: [{ key: "KB", name: "Knowledge", types: [{ name: "Task", hasNoLabels: true }] }] });
    expect((await target.check(config())).warnings[0]).toContain("no labels on their screen");
    const page = await publish();
    await update(page, "Changed.");
    expect(issue().labels).toEqual([]);
    await expect(target.archive(config(), page.externalId)).rejects.toThrow("Jira takes no labels");
  });

  it("warns when anyone on the internet can read the project", async () => {
    await restart({ projects: [{ key: "KB", name: "Knowledge", isPublic: true }] });
    expect((await target.check(config())).warnings).toEqual(["Anyone on the internet can read the project Knowledge."]);
  });

  it("reports an article that is too long, and creates no issue", async () => {
    const long = buildContent({ body: [buildSection([buildCode("x".repeat(33_000))])] });
    await expect(publish(long)).rejects.toThrow("a description holds 32,767 characters");
    expect(standIn.issues()).toEqual([]);
  });

  it("finds an issue that Jira's index does not contain yet, after refused issues and issues by people", async () => {
    standIn.addAsPerson("KB", "A person's");
    await publish(buildContent({ body: [buildSection([buildCode("x".repeat(33_000))])] })).catch(() => {});
    const page = await publish();
    expect(issue().key).toBe("KB-1");
    expect((await find()).map(({ externalId, url }) => [externalId, url])).toEqual([
      [page.externalId, `${standIn.url}/browse/KB-3`],
    ]);
  });

  it("finds an issue in Jira's index among many", async () => {
    await restart({ indexAfterMs: 0 });
    const page = await publish();
    for (let at = 0; at < 60; at += 1) standIn.addAsPerson("KB", `Issue ${at}`);
    expect((await find()).map(({ externalId }) => externalId)).toEqual([page.externalId]);
  });

  it("counts an issue with a person's comment as changed", async () => {
    const page = await publish();
    expect((await find())[0]?.isUntouched).toBe(true);
    standIn.commentAsPerson(page.externalId);
    expect((await find())[0]?.isUntouched).toBe(false);
  });

  it("recognizes an issue that a person moved to another project", async () => {
    await restart({
      projects: [
        { key: "KB", name: "Knowledge" },
        { key: "OPS", name: "Operations" },
      ],
    });
    const page = await publish();
    standIn.moveAsPerson(page.externalId, "OPS");
    const moved = await read(page);
    expect(moved).toMatchObject({ url: `${standIn.url}/browse/OPS-1`, version: page.version });
    await update(moved, "Changed.");
    expect(standIn.issues()).toHaveLength(1);
  });

  it("makes no statement about an issue while the whole project is hidden", async () => {
    const page = await publish();
    standIn.hideProject("KB", true);
    await expect(target.read(config(), page.externalId)).rejects.toThrow(MissingPermission);
    await expect(publish()).rejects.toThrow(MissingPermission);
    standIn.hideProject("KB", false);
    standIn.deleteAsPerson(page.externalId);
    expect(await target.read(config(), page.externalId)).toBeNull();
  });

  it("keeps people's pictures, mentions and tables as Jira stores them", async () => {
    const page = await publish();
    const theirs = [
      {
        type: "mediaSingle",
        attrs: { layout: "center" },
        content: [{ type: "media", attrs: { id: "m", type: "file", collection: "" } }],
      },
      {
        type: "paragraph",
        content: [
          { type: "mention", attrs: { id: "u1", text: "@Pat" } },
          { type: "text", text: " knows." },
        ],
      },
      {
        type: "table",
        content: [{ type: "tableRow", content: [{ type: "tableCell", attrs: {}, content: [paragraph("cell")] }] }],
      },
    ];
    standIn.editAsPerson(page.externalId, ({ content }) => void content.push(...theirs));
    const seen = await read(page);
    const added = seen.blocks.slice(-3);
    expect(added.map((block) => target.textOf(block))).toEqual([null, null, null]);
    await target.update(config(), page.externalId, {
      title: seen.title,
      blocks: [...target.render(buildContent({ summary: [buildSentence("Changed.")] })), ...added],
      labels: [],
      expectedVersion: seen.version,
      note: "",
    });
    expect(issue().description?.content?.slice(-3)).toMatchObject(theirs);
  });

  it("counts a page that Jira's editor saved as equal if only ids differ", async () => {
    const page = await publish();
    standIn.editAsPerson(page.externalId, () => {});
    const seen = await read(page);
    expect(seen.version).toBe(page.version);
    expect(seen.blocks.map(({ key }) => key)).toEqual(target.render(buildContent()).map(({ key }) => key));
  });

  it("adds a comment with the words that a person wrote directly before our update overwrote them", async () => {
    const page = await read(await publish());
    let isOpen = true;
    const raced = createJiraTarget({
      fetch: async (input, init) => {
        if (init?.method === "PUT" && isOpen) {
          isOpen = false;
          standIn.editAsPerson(page.externalId, ({ content }) => void content.push(paragraph("A person was quicker.")));
        }
        return fetch(input, init);
      },
    });
    await raced.update(config(), page.externalId, {
      title: page.title,
      blocks: target.render(buildContent({ summary: [buildSentence("Changed.")] })),
      labels: [],
      expectedVersion: page.version,
      note: "",
    });
    expect(issue().comments).toHaveLength(1);
    expect(JSON.stringify(issue().comments[0])).toContain("A person was quicker.");
    expect(JSON.stringify(issue().comments[0])).toContain("Pat Person changed the description");
    await update(await read(page), "Changed again.");
    expect(issue().comments).toHaveLength(1);
  });

  it("links the issues that the conversation mentions to the article, once each", async () => {
    const pay = standIn.addAsPerson("KB", "PAY");
    const page = await publish(buildContent(), { mentioned: [pay, "UTF-8", "SHA-256"] });
    const link = { url: `${standIn.url}/browse/KB-2`, title: page.title };
    expect(issue().remoteLinks).toMatchObject([link]);
    await target.update(config(), page.externalId, {
      title: "Renamed",
      blocks: page.blocks,
      labels: [],
      mentioned: [pay, "KB-2"],
      expectedVersion: page.version,
      note: "",
    });
    expect(issue().remoteLinks).toMatchObject([{ ...link, title: "Renamed" }]);
  });

  it("closes the issue of a removed article, and reopens it when the article is restored", async () => {
    const page = await publish();
    await target.archive(config(), page.externalId);
    expect(issue()).toMatchObject({ status: "Done", labels: ["billing", "how-to", "lorekeep-removed"] });
    await expect(update(page, "Changed.")).rejects.toThrow(PageChanged);
    await target.restore(config(), page.externalId);
    expect(issue()).toMatchObject({ status: "To Do", labels: ["billing", "how-to"] });
  });

  it("archives an issue by its label if the workflow permits no change of status", async () => {
    await restart({ accounts: [{ ...ACCOUNT, lacks: ["TRANSITION_ISSUES"] }] });
    const page = await publish();
    await target.archive(config(), page.externalId);
    expect(await read(page)).toMatchObject({ state: "trashed" });
    standIn.labelAsPerson(page.externalId, []);
    expect(await read(page)).toMatchObject({ state: "current" });
  });

  it("uses a token with scopes through Atlassian's gateway, and names a missing scope", async () => {
    const scopes = ["read:jira-user", "read:jira-work", "write:jira-work"];
    await restart({ accounts: [{ ...ACCOUNT, scopes }] });
    const { origin } = await target.check(config());
    expect(origin).toBe(`${standIn.gatewayUrl}/${standIn.cloudId}`);
    const page = await target.publish(config({ origin }), { title: "T", blocks: [], labels: [] });
    expect(page.url).toBe(`${standIn.url}/browse/KB-1`);
    await restart({ accounts: [{ ...ACCOUNT, scopes: ["read:jira-user", "read:jira-work"] }] });
    const reader = config({ origin: `${standIn.gatewayUrl}/${standIn.cloudId}` });
    await expect(target.publish(reader, { title: "T", blocks: [], labels: [] })).rejects.toThrow("write:jira-work");
  });

  it.each([
    ["https://acme.atlassian.net/jira/software/projects/KB/boards/1", "KB", "https://acme.atlassian.net"],
    ["https://acme.atlassian.net", "kb", "https://acme.atlassian.net"],
    ["https://api.atlassian.com/ex/jira/c0-1/", "KB", "https://api.atlassian.com/ex/jira/c0-1"],
  ])("accepts the address %s", (baseUrl, spaceId, site) => {
    expect(parseJiraPlace({ baseUrl, spaceId, apiKey: KEY })).toEqual({ site, projectKey: "KB", issueType: null });
  });

  it.each(["", "K B", 'KB" OR 1=1', "1KB"])("refuses the project key %j", (spaceId) => {
    expect(() => parseJiraPlace({ baseUrl: "https://acme.atlassian.net", spaceId, apiKey: KEY })).toThrow(Refused);
  });
});
