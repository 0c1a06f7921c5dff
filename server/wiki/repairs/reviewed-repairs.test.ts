import { createHmac } from "node:crypto";
import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { WikiFinding } from "../../../shared/contract/wiki-findings.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import { explainMissingGitServer } from "../../../tools/stand-ins/git/http-backend.ts";
import { GIT_TOKEN, type GitServer, startGitServer } from "../../../tools/stand-ins/git/server.ts";
import { inWorkspaceAs } from "../../db/audience.ts";
import { wikiFindings, wikiPages, wikiRepairs } from "../../db/schema.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { listOpenFindings } from "../findings/index.ts";
import { makeRepairs, readWiki } from "../index.ts";
import { buildFinding } from "../testing/wiki-rows.ts";

const missing = explainMissingGitServer();
const PATH = "docs/goods-in.md";
const OLD = "Suppliers deliver until 13:30.";
const NEW = "Suppliers deliver until 14:00.";
const OPENS = "POST /api/v3";
const LOOKS_UP = "GET /api/v3";

describe.skipIf(missing)(missing ?? "A correction of a page by pull request", () => {
  const repositories = Array.from({ length: 11 }, (_, index) => `acme/handbook-${index}.git`);
  let git: GitServer;
  let test: TestApp;
  let admin: SignedIn;
  let name: string;
  let integrationId: string;
  let pageId: string;
  let findingId: string;

  beforeAll(async () => {
    git = await startGitServer({ repositories });
    const connectors = createConnectors({
      fetch: createSafeFetch({ allow: ["127.0.0.1"] }),
      slackDistribution: "internal",
    });
    test = await createTestApp({ connectors, variables: { UNRESOLVED_WAIT_SECONDS: "40" } });
  });
  afterAll(async () => {
    await test.close();
    await git.close();
  });
  beforeEach(async () => {
    git.clearFaults();
    name = repositories.pop() ?? "";
    git.repository(name).pushAsPerson({ [PATH]: `# Goods in\n\n${OLD}\n\nRing twice.\n` }, "Write");
    admin = await test.signIn(
      await buildUser(test.db, { membership: "admin", firstName: "Ada", lastName: "Lovelace" }),
    );
    const payload = {
      name: "Handbook",
      type: "git-docs",
      baseUrl: `${git.url}/${name}`,
      spaceId: "articles",
      apiKey: GIT_TOKEN,
      settings: { delivery: "request", host: "github" },
    };
    const made = await admin.inject({ method: "POST", url: "/api/integrations", payload });
    integrationId = made.json<{ id: string }>().id;
    const reading = { isOn: true, readers: "everybody", places: [] };
    await admin.inject({ method: "PUT", url: `/api/wikis/${integrationId}`, payload: reading });
    await read();
    const isPage = and(eq(wikiPages.integrationId, integrationId), eq(wikiPages.externalId, PATH));
    const [page] = await test.db.select().from(wikiPages).where(isPage);
    if (!page?.readVersion) throw new Error("The page was not read");
    pageId = page.id;
    findingId = (await find(page.readVersion)).id;
    git.calls.splice(0);
  });

  const find = (pageVersion: string) =>
    buildFinding(test.db, admin.viewer.workspaceId, { pageId, pageVersion, passage: OLD });
  const read = () =>
    readWiki(test.deps, { workspaceId: admin.viewer.workspaceId, integrationId }, new AbortController().signal);
  const requests = () => git.requests(name);
  const findings = async () => (await admin.inject({ url: "/api/wiki-findings" })).json<WikiFinding[]>();
  const inInbox = async () => (await findings()).map(({ id }) => id);
  const repairs = async () => (await admin.inject({ url: "/api/wiki-repairs" })).json<WikiRepair[]>();
  const order = async () => {
    const [finding] = await findings();
    const { version, position } = finding?.update ?? {};
    const change = { pageId, version, position, kind: "replace", sentence: null, text: NEW, findingId };
    return admin.inject({ method: "POST", url: "/api/wiki-repairs", payload: change });
  };
  const isRepair = () => eq(wikiRepairs.pageId, pageId);
  const ends = (state: WikiRepair["state"]) =>
    vi.waitFor(
      async () => {
        await makeRepairs(test.deps);
        expect((await repairs())[0]).toMatchObject({ state });
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
  /** The next time at which the pull requests are looked up. */
  const lookUp = () => test.db.update(wikiRepairs).set({ nextAttemptAt: new Date() }).where(isRepair());
  const shownInAsk = () =>
    inWorkspaceAs(test.deps.db, admin.viewer, async (scope) =>
      (await listOpenFindings(scope, { pageIds: [pageId], limit: 9 })).map(({ id }) => id),
    );
  const opened = async () => {
    expect((await order()).statusCode).toBe(200);
    await ends("in-review");
    return requests().get(1);
  };

  it("leaves the inbox while reviewers decide, but the page still counts as contradicted, and cannot be ordered twice", async () => {
    const [finding] = await findings();
    const request = await opened();
    expect(request).toMatchObject({ state: "open", text: expect.stringContaining("Ada Lovelace") });
    expect(git.repository(name).read(PATH)).toContain(OLD);
    expect(await repairs()).toMatchObject([
      { state: "in-review", url: expect.stringContaining("/pull/1"), after: NEW, canUndo: false, declined: null },
    ]);
    expect(await inInbox()).toEqual([]);
    expect((await admin.inject({ url: "/api/inbox" })).json()).toMatchObject({ aboutWiki: 0 });
    expect(await shownInAsk()).toEqual([findingId]);
    const { version, position } = finding?.update ?? {};
    const again = { pageId, version, position, kind: "replace", sentence: null, text: NEW, findingId };
    expect((await admin.inject({ method: "POST", url: "/api/wiki-repairs", payload: again })).statusCode).toBe(409);
    await test.db
      .update(wikiRepairs)
      .set({ createdAt: new Date(Date.now() - 30 * 86_400_000) })
      .where(isRepair());
    expect(await repairs()).toMatchObject([{ state: "in-review" }]);
  });

  it("decides the finding when it is merged, and can be taken back by another request", async () => {
    await opened();
    requests().merge(1);
    await lookUp();
    await ends("applied");
    expect(await shownInAsk()).toEqual([]);
    await read();
    expect(await inInbox()).toEqual([]);
    const [merged] = await repairs();
    expect(merged).toMatchObject({ canUndo: true, url: expect.stringContaining("/pull/1") });
    await admin.inject({ method: "POST", url: `/api/wiki-repairs/${merged?.id}/undo`, payload: {} });
    await ends("in-review");
    requests().merge(2);
    await lookUp();
    await ends("applied");
    expect(git.repository(name).read(PATH)).toContain(OLD);
    await read();
    expect(await inInbox()).toEqual([findingId]);
  });

  it("comes back to the inbox when it is declined, with who, when and the link, and can be ordered again", async () => {
    await opened();
    requests().close(1, { by: "mtennant" });
    await lookUp();
    await ends("declined");
    expect(await inInbox()).toEqual([findingId]);
    const [declined] = await repairs();
    expect(declined).toMatchObject({
      url: expect.stringContaining("/pull/1"),
      declined: { by: "mtennant", at: expect.any(String) },
      text: NEW,
      findingId,
      canUndo: false,
    });
    expect((await order()).statusCode).toBe(200);
    await ends("in-review");
    expect(requests().list()).toHaveLength(2);
  });

  it("decides nothing about what was said later: that is asked at once", async () => {
    await opened();
    const [page] = await test.db.select().from(wikiPages).where(eq(wikiPages.id, pageId));
    const later = await find(page?.readVersion ?? "");
    expect(await inInbox()).toEqual([]);
    const saidAt = new Date(later.saidAt.getTime() + 86_400_000);
    await test.db.update(wikiFindings).set({ saidAt }).where(eq(wikiFindings.id, later.id));
    expect(await inInbox()).toEqual([later.id]);
  });

  it.each([
    ["pull_request", "a closed request", () => requests().close(1), "declined"],
    ["push", "a merge", () => requests().merge(1), "applied"],
  ] as const)("is looked up at once after the host's event %s, for %s", async (event, _what, decide, state) => {
    await opened();
    decide();
    await makeRepairs(test.deps);
    expect(await repairs()).toMatchObject([{ state: "in-review" }]);
    const made = await admin.inject({ method: "POST", url: `/api/wikis/${integrationId}/events`, payload: {} });
    const { url, secret } = made.json<{ url: string; secret: string }>();
    const signature = `sha256=${createHmac("sha256", secret).update("{}").digest("hex")}`;
    const headers = { "content-type": "application/json", "x-github-event": event, "x-hub-signature-256": signature };
    const told = await test.app.inject({ method: "POST", url: new URL(url).pathname, payload: "{}", headers });
    expect(told.statusCode).toBe(200);
    await makeRepairs(test.deps);
    expect(await repairs()).toMatchObject([{ state }]);
  });

  it("stays in review while the host is down or refuses the token", async () => {
    await opened();
    requests().close(1);
    for (const status of [503, 401, 403]) {
      git.fail({ match: LOOKS_UP, kind: { status } });
      await lookUp();
      await makeRepairs(test.deps);
      expect(await repairs()).toMatchObject([{ state: "in-review", trouble: null }]);
    }
    await lookUp();
    await ends("declined");
  });

  it("is proposed and decided once, wherever the process dies or an answer is lost", async () => {
    const died = { state: "waiting" as const, nextAttemptAt: new Date(), intentAt: new Date(0) };
    const die = () => test.db.update(wikiRepairs).set(died).where(isRepair());
    git.fail({ match: OPENS, kind: { afterWork: "reset" } });
    expect((await order()).statusCode).toBe(200);
    await makeRepairs(test.deps);
    expect(await repairs()).toMatchObject([{ state: "waiting" }]);
    for (let n = 0; n < 2; n += 1) {
      await die();
      await ends("in-review");
    }
    // Reviewers were faster than the worker that took over.
    requests().merge(1, { deletesBranch: true });
    await die();
    await ends("in-review");
    await lookUp();
    await Promise.all([makeRepairs(test.deps), makeRepairs(test.deps)]);
    await ends("applied");
    expect(requests().list()).toMatchObject([{ state: "merged" }]);
    expect(git.repository(name).read(PATH)).toContain(NEW);
    const [finding] = await test.db.select().from(wikiFindings).where(eq(wikiFindings.id, findingId));
    expect(finding).toMatchObject({ state: "decided", choice: "page-updated" });
    const told = await admin.inject({ url: "/api/logs" });
    expect(told.body.match(/A page of the wiki was corrected/g)).toHaveLength(1);
  });
});
