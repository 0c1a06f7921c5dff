import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { explainMissingGitServer } from "../../tools/stand-ins/git/http-backend.ts";
import { GIT_REPOSITORY, GIT_TOKEN, type GitServer, startGitServer } from "../../tools/stand-ins/git/server.ts";
import { MissingPermission, Refused, Unreachable } from "../errors.ts";
import { buildContent, buildSentence } from "../testing/page-samples.ts";
import { findStatementPosition } from "../wiki-repair.ts";
import type { HostKind } from "./requests/request-host.ts";
import { neutralizeMentions } from "./requests/request-text.ts";
import { createGitDocsTarget } from "./target.ts";

const missing = explainMissingGitServer();
const PATH = "docs/how-to-restart-the-billing-worker.md";

describe.skipIf(missing)(missing ?? "requests on a real Git server", () => {
  let server: GitServer;
  const target = createGitDocsTarget({ fetch });
  beforeEach(async () => void (server = await startGitServer()));
  afterEach(() => server.close());

  const config = (host: HostKind = "github", apiKey = GIT_TOKEN) => ({
    baseUrl: `${server.url}/${GIT_REPOSITORY}`,
    spaceId: "docs",
    apiKey,
    delivery: "request",
    host,
  });
  const publish = (content = buildContent(), to = config()) =>
    target.publish(to, { title: content.title, blocks: target.render(content), labels: content.labels });
  const read = async (id: string, from = config()) => {
    const page = await target.read(from, id);
    if (!page) throw new Error("the page is gone");
    return page;
  };
  const change = async (id: string, words: string, more: { title?: string; erasesOldTitle?: boolean } = {}) => {
    const page = await read(id);
    const blocks = target.render(buildContent({ summary: [buildSentence(words)] }));
    const wanted = { title: page.title || buildContent().title, blocks, labels: [], note: "New evidence", ...more };
    return target.update(config(), id, { ...wanted, expectedVersion: page.version });
  };
  const branch = () => server.repository().branches()[0] ?? "";

  describe.each(["github", "gitlab", "gitea"] as const)("of %s", (host) => {
    it("carry one article each: opened, changed, merged, opened again, and closed", async () => {
      const page = await publish(buildContent(), config(host));
      expect(page.review).toEqual({ state: "open", url: page.url, isNew: true });
      const requests = server.requests();
      expect(requests.list()).toMatchObject([{ title: "Publish “How to restart the billing worker”", state: "open" }]);
      expect(server.repository().files()).toEqual(["README.md"]);
      expect(server.repository().read(PATH, branch())).toContain("title: How to restart the billing worker");

      const seen = await read(page.externalId, config(host));
      const blocks = target.render(buildContent({ summary: [buildSentence("Changed.")] }));
      const update = { title: "Restart it", blocks, labels: [], note: "", expectedVersion: seen.version };
      await target.update(config(host), page.externalId, update);
      expect(requests.list()).toMatchObject([{ title: "Publish “Restart it”", state: "open" }]);
      expect(server.repository().read("docs/restart-it.md", branch())).toContain("Changed.");

      requests.merge(1);
      const merged = await read(page.externalId, config(host));
      expect(merged.review).toBeUndefined();
      expect(merged.url).toContain("/main/docs/restart-it.md");
      const next = { ...update, title: "Restart it now", expectedVersion: merged.version };
      const asked = await target.update(config(host), page.externalId, next);
      expect(asked.review).toMatchObject({ state: "open", isNew: false });
      expect(requests.list()).toMatchObject([{ title: "Update “Restart it now”", state: "open" }, { state: "merged" }]);

      requests.close(2);
      expect(await read(page.externalId, config(host))).toMatchObject({
        title: "Restart it",
        review: { state: "closed", isNew: false },
      });
    });

    it("correct a person's page once, and tell whether it was merged, or who declined it and when", async () => {
      const from = config(host);
      server.repository().pushAsPerson({ "docs/hours.md": "Open from 9:00.\n" }, "Write");
      const repair = async (key: string) => {
        const { version = "", passages = [] } = (await target.readPage?.(from, "docs/hours.md")) ?? {};
        const change = {
          kind: "replace" as const,
          at: findStatementPosition(passages, 0),
          text: `Open from 1${key}:00.`,
        };
        const note = "Corrected by Ada Lovelace with Lorekeep";
        const asked = { externalId: "docs/hours.md", expectedVersion: version, change, note, key };
        return target.repair?.(from, asked);
      };
      expect(await target.findReview?.(from, "1")).toBeNull();
      const made = await repair("1");
      expect(made).toMatchObject({ isInReview: true, url: expect.stringMatching(/1$/) });
      expect(server.requests().list()).toMatchObject([{ text: expect.stringContaining("Ada Lovelace") }]);
      expect(await target.findReview?.(from, "1")).toMatchObject({ state: "open", url: made?.url });
      expect(server.repository().read("docs/hours.md")).toBe("Open from 9:00.\n");

      server.requests().close(1, { by: "Moira Tennant" });
      const declined = { state: "declined", url: made?.url, by: "Moira Tennant", at: expect.any(Date) };
      expect(await target.findReview?.(from, "1")).toEqual(declined);
      // The answer of an attempt was lost meanwhile: its request is found, and none is opened instead.
      expect(await repair("1")).toMatchObject({ isInReview: true, url: made?.url });

      await repair("2");
      server.requests().merge(2, { deletesBranch: true });
      expect(await target.findReview?.(from, "2")).toMatchObject({ state: "merged" });
      expect(await repair("2")).toMatchObject({ isInReview: true });
      expect(server.requests().list()).toHaveLength(2);
      expect(server.repository().read("docs/hours.md")).toBe("Open from 12:00.\n");
    });

    it("are tried by the test without opening one, and what the token lacks is said", async () => {
      expect((await target.check(config(host))).place).toMatch(/by (pull|merge) request to main/);
      expect(server.requests().list()).toEqual([]);
      await expect(target.check(config(host, "lk-pusher-token"))).rejects.toThrow(MissingPermission);
      await expect(target.check(config(host, "lk-pusher-token"))).rejects.toThrow(/may not open (pull|merge) requests/);
    });
  });

  it("are opened once, whatever was lost on the way", async () => {
    const { marker, title } = buildContent();
    const wanted = { marker, title, createdAfter: new Date(Date.now() - 60_000) };
    const finish = async () => {
      const [found] = await target.find(config(), wanted);
      if (!found) throw new Error("the branch was not found");
      expect(found.isUnfinished).toBe(server.requests().list().length === 0 ? true : undefined);
      const { externalId, version, blocks } = found;
      return target.update(config(), externalId, { title, blocks, labels: [], note: "", expectedVersion: version });
    };
    server.fail({ match: "POST /api/v3", kind: { status: 503 } });
    await expect(publish()).rejects.toMatchObject({ code: "unreachable", mayHaveHappened: true });
    expect(server.requests().list()).toEqual([]);
    expect((await finish()).review?.state).toBe("open");
    expect(server.requests().list()).toHaveLength(1);
    // Merged, so that the next request is a new one; the answer about it is lost.
    server.requests().merge(1, { deletesBranch: true });
    server.fail({ match: "POST /api/v3", kind: { afterWork: "reset" } });
    const [page] = await target.find(config(), wanted);
    await expect(change(page?.externalId ?? "", "Changed.")).rejects.toThrow(Unreachable);
    await change(page?.externalId ?? "", "Changed.");
    expect(
      server
        .requests()
        .list()
        .map(({ state }) => state),
    ).toEqual(["open", "merged"]);
    expect(server.repository().branches()).toHaveLength(1);
  });

  it("stay closed when a person closed them, and are followed when they are reopened", async () => {
    const { externalId } = await publish();
    server.requests().close(1);
    expect(await read(externalId)).toMatchObject({ state: "declined", review: { state: "closed", isNew: true } });
    server.requests().reopen(1);
    expect(await read(externalId)).toMatchObject({ state: "current", review: { state: "open" } });
    server.requests().close(1, { deletesBranch: true });
    expect(await read(externalId)).toMatchObject({ state: "declined" });
    await publish();
    expect(
      server
        .requests()
        .list()
        .map(({ state }) => state),
    ).toEqual(["open", "closed"]);
  });

  it("keep the commits that people add to the branch", async () => {
    const { externalId } = await publish();
    server.repository().editAsPerson(PATH, (text) => `${text}\nA person's words.\n`, branch());
    expect(JSON.stringify((await read(externalId)).blocks)).toContain("A person's words.");
    const tip = server.repository().head(branch());
    const page = await read(externalId);
    const update = {
      title: page.title,
      blocks: page.blocks,
      labels: ["more"],
      note: "",
      expectedVersion: page.version,
    };
    await target.update(config(), externalId, { ...update, erasesOldTitle: true });
    server.repository().git(["merge-base", "--is-ancestor", tip, branch()]);
    expect(server.repository().read(PATH, branch())).toContain("A person's words.");
  });

  it("lose deleted words at once, with the commits that had them where only we made some", async () => {
    const { externalId } = await publish(buildContent({ summary: [buildSentence("The secret is 7391.")] }));
    const before = server.repository().head(branch());
    await change(externalId, "Nothing secret.", { title: "Restart it", erasesOldTitle: true });
    const git = server.repository();
    expect(git.git(["log", "-p", `main..${branch()}`])).not.toContain("7391");
    expect(() => git.git(["merge-base", "--is-ancestor", before, branch()])).toThrow();
    expect(server.requests().list()).toMatchObject([{ title: "Publish “Restart it”", state: "open" }]);
    expect(git.files(branch())).toEqual(["README.md", "docs/restart-it.md"]);
  });

  it("ask for a page to be put away, and are withdrawn where it was only asked for", async () => {
    const asked = await publish();
    expect(await target.archive(config(), asked.externalId)).toBeUndefined();
    expect(server.requests().get(1).state).toBe("closed");
    expect(server.repository().branches()).toEqual([]);

    const { externalId } = await publish();
    server.requests().merge(2, { isSquashed: true });
    expect(await target.archive(config(), externalId)).toMatchObject({ state: "open", isNew: false });
    expect(await read(externalId)).toMatchObject({ state: "trashed" });
    expect(server.repository().files()).toContain(PATH);
    expect(await target.restore(config(), externalId)).toMatchObject({ state: "current" });
    expect(server.requests().get(3).state).toBe("closed");
    await target.archive(config(), externalId);
    server.requests().merge(4, { deletesBranch: true });
    expect(server.repository().files()).not.toContain(PATH);
    expect(await read(externalId)).toMatchObject({ state: "trashed" });
  });

  it("hold no word of a title that a host would act on", async () => {
    const title = "Fixes #12, GH-7 and acme/billing#9: ask @pia <img src=x> https://github.com/acme/x/issues/3";
    await publish(buildContent({ title }));
    const [request] = server.requests().list();
    for (const words of [request?.title ?? "", request?.text ?? "", server.repository().git(["log", "-1", branch()])]) {
      expect(words).not.toMatch(/#\d|@pia|GH-7/);
      expect(words).not.toContain("https://github.com/acme/x");
    }
    expect(request?.text).toContain("\\<img src=x\\>");
    expect(request?.text).not.toMatch(/^\s*\//m);
    expect(neutralizeMentions("50 % of 3 items at a@b cost $5")).toContain("50 % of 3 items");
  });

  it("need a server whose kind is known, and no wiki", async () => {
    await expect(target.check({ ...config(), host: "" })).rejects.toThrow("Choose it under Kind of server");
    const wiki = { ...config(), baseUrl: `${server.url}/acme/handbook.wiki.git` };
    await expect(target.check(wiki)).rejects.toThrow(Refused);
  });

  it("give the token to nobody that the host sends us to", async () => {
    server.fail({ match: "GET /api/v3", kind: { status: 301 } });
    await expect(publish()).rejects.toThrow("The repository has moved");
    expect(server.repository().branches()).toEqual([]);
  });
});
