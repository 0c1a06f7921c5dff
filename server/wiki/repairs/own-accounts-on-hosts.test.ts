import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createConnectors } from "../../../connectors/registry.ts";
import { PATIENCE_MS } from "../../../scripts/patience.ts";
import type { OwnAccount } from "../../../shared/contract/own-accounts.ts";
import type { WikiRepair } from "../../../shared/contract/wiki-repairs.ts";
import { explainMissingGitServer } from "../../../tools/stand-ins/git/http-backend.ts";
import { GIT_TOKEN, type GitServer, startGitServer } from "../../../tools/stand-ins/git/server.ts";
import { submitConsent } from "../../../tools/stand-ins/oauth.ts";
import { platformGrants, wikiPages, wikiRepairs } from "../../db/schema.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { makeRepairs, readWiki } from "../index.ts";

const missing = explainMissingGitServer();
const ADA = { id: 11, login: "ada", name: "Ada <Countess>\nLovelace" };
const BO = { id: 12, login: "bo", name: null };
const PATH = "docs/hours.md";
const OLD = "Open from 9:00.";
const NEW = "Open from 10:00.";
const appOf = (platform: string) => ({
  clientId: "app",
  clientSecret: "client-secret",
  redirectUri: `http://localhost:3000/api/connections/${platform}/callback`,
});

const HOSTS = [
  {
    platform: "github",
    name: "GitHub",
    pulls: "/api/v3/repos",
    scopes: [] as string[],
    tokens: "/login/oauth/access_token",
    author: (host: string) => `Ada Countess Lovelace <11+ada@users.noreply.${host}>`,
    authorOfBo: (host: string) => `bo <12+bo@users.noreply.${host}>`,
  },
  {
    platform: "gitlab",
    name: "GitLab",
    pulls: "/api/v4/projects",
    scopes: ["api"],
    tokens: "/oauth/token",
    author: () => "Ada Countess Lovelace <ada@commits.example>",
    authorOfBo: () => "bo <bo@commits.example>",
  },
] as const;

describe.skipIf(missing).each(HOSTS)(missing ?? "A person's own account at $name", (host) => {
  const { platform, name } = host;
  const repositories = Array.from({ length: 20 }, (_, index) => `acme/handbook-${index}.git`);
  const MAY_NOT = `Your ${name} account may not edit this page.`;
  const ENDED = `Your ${name} account is not connected any more. Connect it again.`;
  let git: GitServer;
  let test: TestApp;
  let admin: SignedIn;
  let ada: SignedIn;
  let bo: SignedIn;
  let workspaceId: string;
  let integrationId: string;
  let repository: string;

  beforeAll(async () => {
    git = await startGitServer({
      repositories,
      hosts: { github: [appOf("github")], gitlab: [appOf("gitlab")], people: [ADA, BO] },
    });
    const of = platform.toUpperCase();
    test = await createTestApp({
      variables: {
        [`${of}_URL`]: git.url,
        [`${of}_CLIENT_ID`]: "app",
        [`${of}_CLIENT_SECRET`]: "client-secret",
        EGRESS_ALLOW: new URL(git.url).host,
        UNRESOLVED_WAIT_SECONDS: "6",
      },
      connectors: (fetch) => createConnectors({ fetch, slackDistribution: "internal" }),
    });
  });
  afterAll(async () => {
    await test.close();
    await git.close();
  });
  beforeEach(async () => {
    git.clearFaults();
    for (const { login } of [ADA, BO]) {
      git.hosts.setAccess(login, "write");
      git.hosts[platform].authority.revokeAll(login);
    }
    repository = repositories.pop() ?? "";
    files().pushAsPerson({ [PATH]: `# Hours\n\n${OLD}\n\nClosed on Sunday.\n` }, "Write");
    const owner = await buildUser(test.db, { membership: "owner" });
    workspaceId = owner.workspaceId;
    admin = await test.signIn(owner);
    ada = await join("Ada");
    bo = await join("Bo");
    integrationId = await integrate({});
    git.calls.splice(0);
    git.pushedBy.splice(0);
  });

  const files = () => git.repository(repository);
  const requests = () => git.requests(repository);
  const join = async (firstName: string) =>
    test.signIn(await buildUser(test.db, { workspaceId, membership: "editor", firstName, lastName: "Peep" }));
  const integrate = async (settings: { delivery?: string }) => {
    const payload = {
      name: "Handbook",
      type: "git-docs",
      baseUrl: `${git.url}/${repository}`,
      spaceId: "articles",
      apiKey: GIT_TOKEN,
      settings: { ...settings, ...(settings.delivery && { host: platform }) },
    };
    const { id } = (await admin.inject({ method: "POST", url: "/api/integrations", payload })).json<{ id: string }>();
    integrationId = id;
    await read();
    return id;
  };
  const read = async (more: { needsOwnAccount?: boolean } = {}) => {
    const payload = { isOn: true, readers: "everybody", places: [], ...more };
    const answer = await admin.inject({ method: "PUT", url: `/api/wikis/${integrationId}`, payload });
    expect(answer.statusCode, answer.body).toBe(200);
    await readWiki(test.deps, { workspaceId, integrationId }, new AbortController().signal);
  };
  /** Has the integration open requests instead of committing. */
  const byRequest = async () => {
    await admin.inject({ method: "DELETE", url: `/api/integrations/${integrationId}` });
    await integrate({ delivery: "request" });
    git.calls.splice(0);
  };

  const begin = async (person: SignedIn) => {
    const payload = { platform, from: "settings" };
    const begun = await person.inject({ method: "POST", url: "/api/own-accounts", payload });
    return begun.json<{ url: string }>().url;
  };
  const consent = async (person: SignedIn, subject: string) => {
    const back = await submitConsent(await begin(person), { subject });
    return back.pathname + back.search;
  };
  const follow = async (person: SignedIn, url: string) => {
    const { pathname, searchParams } = new URL(
      String((await person.inject({ url })).headers.location),
      "http://localhost:3000",
    );
    return [pathname, searchParams.get("connect"), searchParams.get("outcome")];
  };
  const connect = async (person: SignedIn, { login }: { login: string } = ADA) =>
    follow(person, await consent(person, login));
  const accounts = async (person: SignedIn) => (await person.inject({ url: "/api/own-accounts" })).json<OwnAccount[]>();
  const disconnect = (person: SignedIn) => person.inject({ method: "DELETE", url: `/api/own-accounts/${platform}` });
  const grants = () => test.db.select().from(platformGrants).where(eq(platformGrants.workspaceId, workspaceId));

  const order = async (person: SignedIn, change: object = {}) => {
    const isPage = and(eq(wikiPages.integrationId, integrationId), eq(wikiPages.externalId, PATH));
    const [page] = await test.db.select().from(wikiPages).where(isPage);
    const words = { position: 0, kind: "replace", sentence: null, text: NEW, findingId: null };
    const payload = { pageId: page?.id, version: page?.readVersion, ...words, ...change };
    return person.inject({ method: "POST", url: "/api/wiki-repairs", payload });
  };
  const ordered = async (person: SignedIn, change: object = {}) => {
    const answer = await order(person, change);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json<WikiRepair>();
  };
  const undo = async (person: SignedIn, { id }: WikiRepair) =>
    (await person.inject({ method: "POST", url: `/api/wiki-repairs/${id}/undo`, payload: {} })).json<WikiRepair>();
  const outcome = async ({ id }: Pick<WikiRepair, "id">, person = ada) =>
    (await person.inject({ url: `/api/wiki-repairs/${id}` })).json<WikiRepair>();
  const stored = async ({ id }: Pick<WikiRepair, "id">) =>
    (await test.db.select().from(wikiRepairs).where(eq(wikiRepairs.id, id)))[0];
  const ends = (repair: Pick<WikiRepair, "id">, state: WikiRepair["state"]) =>
    vi.waitFor(
      async () => {
        await makeRepairs(test.deps);
        const row = await stored(repair);
        expect(row, row?.trouble ?? "").toMatchObject({ state });
      },
      { timeout: PATIENCE_MS, interval: 200 },
    );
  const authorOf = (branch = "main") => files().git(["log", "-1", "--format=%an <%ae>|%cn <%ce>", branch]).trim();
  const by = (author: string) => `${author}|${author}`;
  const hostname = () => new URL(git.url).host;

  it("is offered for repositories of this host, connected by its person, sealed, and exported to nobody else", async () => {
    const integration = { id: integrationId, name: "Handbook", isCovered: false, isRequired: false };
    expect(await accounts(ada)).toEqual([{ platform, account: null, integrations: [integration] }]);
    expect(await connect(ada)).toEqual(["/settings/personal", platform, "own-connected"]);
    const account = { name: `${ADA.name} (ada)`, ended: null };
    expect(await accounts(ada)).toMatchObject([{ account, integrations: [{ isCovered: true }] }]);
    expect(await accounts(bo)).toMatchObject([{ account: null, integrations: [{ isCovered: false }] }]);
    const [grant] = await grants();
    expect(grant).toMatchObject({ platform, personId: ada.viewer.userId, accountId: "11", scopes: host.scopes });
    expect(grant?.tokensSealed).toMatch(/^v\d/);
    const listed = (await admin.inject({ url: "/api/connections" })).json<{
      platforms: string[];
      unfinished: unknown[];
    }>();
    expect(listed).toEqual({ platforms: [], unfinished: [] });
    const asIntegration = { method: "POST" as const, url: "/api/connections", payload: { platform } };
    expect((await admin.inject(asIntegration)).statusCode).toBe(400);
  });

  it("is not offered for a repository of another host", async () => {
    await admin.inject({ method: "DELETE", url: `/api/integrations/${integrationId}` });
    expect(await accounts(ada)).toEqual([]);
    expect(await connect(ada)).toEqual(["/settings/personal", platform, "other-site"]);
    expect(await grants()).toEqual([]);
  });

  it("is taken once, with the verifier of who began, and only in the session that began", async () => {
    const answer = await consent(ada, ADA.login);
    expect(await follow(bo, answer)).toEqual(["/settings/personal", platform, "stale"]);
    expect(await follow(ada, answer)).toEqual(["/settings/personal", platform, "own-connected"]);
    expect(await follow(ada, answer)).toEqual(["/settings/personal", platform, "stale"]);
    const challenged = new URL(await begin(bo));
    challenged.searchParams.set("code_challenge", "x".repeat(43));
    const stolen = await submitConsent(challenged.href, { subject: BO.login });
    expect(await follow(bo, stolen.pathname + stolen.search)).toEqual(["/settings/personal", platform, "failed"]);
    expect((await grants()).map(({ personId }) => personId)).toEqual([ada.viewer.userId]);
    expect(git.calls.filter(({ path }) => path === host.tokens)).toHaveLength(2);
  });

  it("ends at the host when it is disconnected, and goes with its person or the last repository of the host", async () => {
    await connect(ada);
    await connect(bo, BO);
    const { authority } = git.hosts[platform];
    expect(authority.isAllowed(ADA.login)).toBe(true);
    await disconnect(ada);
    expect([authority.isAllowed(ADA.login), authority.isAllowed(BO.login)]).toEqual([false, true]);
    await admin.inject({ method: "DELETE", url: `/api/people/${bo.viewer.userId}` });
    expect(await grants()).toEqual([]);
    await connect(ada);
    await admin.inject({ method: "DELETE", url: `/api/integrations/${integrationId}` });
    expect(await grants()).toEqual([]);
    expect(authority.isAllowed(ADA.login)).toBe(false);
  });

  it("commits a correction and its undo, each in the name of the person who ordered it", async () => {
    await connect(ada);
    const repair = await ordered(ada);
    await ends(repair, "applied");
    expect(files().read(PATH)).toContain(NEW);
    expect(authorOf()).toBe(by(host.author(hostname())));
    await connect(bo, BO);
    await ends(await undo(bo, repair), "applied");
    expect(files().read(PATH)).toContain(OLD);
    expect(authorOf()).toBe(by(host.authorOfBo(hostname())));
    expect(git.pushedBy).toEqual(["ada", "bo"]);
    await read();
    await disconnect(bo);
    await ends(await ordered(bo), "applied");
    expect(git.pushedBy).toEqual(["ada", "bo", "lorekeep"]);
    expect(authorOf()).toContain("Lorekeep <");
  });

  it("opens the request in the name of the person, where changes have reviewers", async () => {
    await byRequest();
    await connect(ada);
    const repair = await ordered(ada);
    await ends(repair, "in-review");
    const [request] = requests().list();
    expect(request).toMatchObject({ by: "ada", state: "open" });
    expect(authorOf(request?.head)).toBe(by(host.author(hostname())));
    expect(git.pushedBy).toEqual(["ada"]);
    requests().merge(1);
    await disconnect(ada);
    await test.db.update(wikiRepairs).set({ nextAttemptAt: new Date() }).where(eq(wikiRepairs.id, repair.id));
    await ends(repair, "applied");
  });

  it.each(["read", "none"] as const)(
    "is refused with the access '%s', and the ordered words are kept",
    async (access) => {
      await connect(ada);
      git.hosts.setAccess(ADA.login, access);
      const repair = await ordered(ada);
      await ends(repair, "refused");
      expect(await outcome(repair)).toMatchObject({ trouble: MAY_NOT, text: NEW });
      const trouble = `The ${name} account of the person who ordered this may not edit this page.`;
      expect(await outcome(repair, admin)).toMatchObject({ trouble, text: null });
      await byRequest();
      await connect(ada);
      const asked = await ordered(ada);
      await ends(asked, "refused");
      expect(await outcome(asked)).toMatchObject({ trouble: MAY_NOT });
      expect([git.pushedBy, requests().list(), files().branches()]).toEqual([[], [], []]);
      expect(files().read(PATH)).toContain(OLD);
    },
  );

  it("is the only one where an admin requires own accounts", async () => {
    await read({ needsOwnAccount: true });
    const message = `Pages are corrected here only with a person's own account. Connect your ${name} account first.`;
    expect((await order(ada)).json()).toMatchObject({ message });
    await connect(ada);
    await ends(await ordered(ada), "applied");
    expect(git.pushedBy).toEqual(["ada"]);
  });

  it("is not replaced by the integration's when it was disconnected or withdrawn after the order", async () => {
    await connect(ada);
    const first = await ordered(ada);
    await disconnect(ada);
    await ends(first, "refused");
    expect(await outcome(first)).toMatchObject({ trouble: ENDED });
    await connect(ada);
    const second = await ordered(ada);
    git.hosts[platform].authority.revokeAll(ADA.login);
    await ends(second, "refused");
    expect(await outcome(second)).toMatchObject({ trouble: ENDED });
    expect(await accounts(ada)).toMatchObject([{ account: { ended: expect.stringContaining("Connect it again") } }]);
    expect(git.pushedBy).toEqual([]);
  });

  it("is renewed with the newest refresh token, and serves on", async () => {
    await connect(ada);
    const { authority } = git.hosts[platform];
    for (const text of ["Open from 10:00.", "Open from 11:00."]) {
      authority.expireAccess();
      const repair = await ordered(ada, { text });
      await ends(repair, "applied");
      await read();
    }
    expect(authority.renewals).toBeGreaterThanOrEqual(2);
    expect(git.pushedBy).toEqual(["ada", "ada"]);
  });

  it("commits once when the answer was lost, also when the account was disconnected since", async () => {
    await connect(ada);
    const repair = await ordered(ada, { kind: "add", text: "Ask at door 4." });
    git.fail({ match: `POST /${repository}/git-receive-pack`, kind: { afterWork: "reset" } });
    await makeRepairs(test.deps);
    expect((await outcome(repair)).state).toBe("waiting");
    await disconnect(ada);
    await ends(repair, "applied");
    expect(files().read(PATH)?.split("Ask at door 4.")).toHaveLength(2);
    expect(git.pushedBy).toEqual(["ada"]);
  });

  it("opens one request, wherever the process dies", async () => {
    await byRequest();
    await connect(ada);
    const repair = await ordered(ada);
    const die = () =>
      test.db
        .update(wikiRepairs)
        .set({ state: "waiting", nextAttemptAt: new Date(), intentAt: new Date(0) })
        .where(eq(wikiRepairs.id, repair.id));
    // The branch is pushed, and the request is not opened.
    git.fail({ match: `POST ${host.pulls}`, kind: { status: 503 } });
    await makeRepairs(test.deps);
    expect([(await outcome(repair)).state, files().branches().length, requests().list()]).toEqual(["waiting", 1, []]);
    await die();
    await ends(repair, "in-review");
    await die();
    await ends(repair, "in-review");
    expect(requests().list()).toMatchObject([{ by: "ada", state: "open" }]);
    expect(
      files()
        .git(["rev-list", "--count", `main..${requests().get(1).head}`])
        .trim(),
    ).toBe("1");
    expect(files().read(PATH, requests().get(1).head)).toContain(NEW);
  });
});
