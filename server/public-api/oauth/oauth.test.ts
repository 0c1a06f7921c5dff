import { createHash } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Membership } from "../../../shared/domain/access.ts";
import { buildArticle, buildArticleSource, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { forgetOldConnectedApps } from "./connection-queries.ts";
import { Agent, answerConsent, Browser, CALLBACK, readConsentPage } from "./testing/agent.ts";

let test: TestApp;
let workspaceId: string;
let articleId: string;
let person: SignedIn;
let agent: Agent;
const documents = new Map<string, { status?: number; body: unknown }>();
let fetched: string[] = [];

beforeAll(async () => {
  test = await createTestApp({
    connectors: { sources: {} } as never,
    fetch: async (input) => {
      const url = String(input);
      fetched.push(url);
      const { status = 200, body } = documents.get(url) ?? { status: 404, body: {} };
      return new Response(typeof body === "string" ? body : JSON.stringify(body), { status });
    },
  });
  await test.app.listen({ port: 0, host: "127.0.0.1" });
});
beforeEach(async () => {
  await test.db.$client.query("delete from rate_limits");
  fetched = [];
  ({ id: workspaceId } = await test.newWorkspace());
  person = await memberOf(workspaceId);
  const channel = await buildChannel(test.db, { workspaceId, name: "help" });
  const text = "The door code is 4711.";
  const statements = [{ form: "sentence" as const, text, language: null, sources: ["m1"] }];
  ({ id: articleId } = await buildArticle(test.db, {
    workspaceId,
    channelId: channel.id,
    channelName: "help",
    title: "Door code",
    summary: [],
    summaryText: text,
    body: [{ role: "answer", heading: null, layout: "prose", statements }],
  }));
  const source = { workspaceId, articleId, channelId: channel.id, messageExternalId: "m1", authorName: "Ingrid" };
  await buildArticleSource(test.db, source);
  agent = new Agent(test);
});
afterEach(() => agent.close());
afterAll(() => test.close());

const memberOf = async (id: string, membership: Membership = "viewer") =>
  test.signIn(await buildUser(test.db, { workspaceId: id, membership }));

const resource = () => `${test.deps.env.PUBLIC_URL}/mcp`;
const callMcp = (token: string | undefined, payload: object = { jsonrpc: "2.0", id: 1, method: "tools/list" }) =>
  test.app.inject({
    method: "POST",
    url: "/mcp",
    payload,
    headers: {
      accept: "application/json, text/event-stream",
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
  });
const post = (url: string, form: Record<string, string>) =>
  test.app.inject({
    method: "POST",
    url,
    payload: new URLSearchParams(form).toString(),
    headers: { "content-type": "application/x-www-form-urlencoded" },
  });
const appsOf = async (who: SignedIn) => (await who.inject({ url: "/api/connected-apps" })).json();

describe("the official client", () => {
  it("registers, asks its person, reads with their eyes, and is refused at once when it is disconnected", async () => {
    const client = await agent.connectAs(person);
    const { content } = await client.callTool({ name: "ask", arguments: { question: "What is the door code?" } });
    expect(JSON.stringify(content)).toContain("The door code is 4711.");
    const [app, ...others] = await appsOf(person);
    expect(others).toEqual([]);
    expect(app).toMatchObject({
      name: "Coding agent",
      redirectHost: "127.0.0.1:4711",
      scopes: ["articles", "reports"],
      isOwn: true,
      lastUsedAt: expect.any(String),
    });
    const token = agent.kept?.access_token;
    expect((await callMcp(token)).statusCode).toBe(200);
    const ended = await person.inject({ method: "DELETE", url: `/api/connected-apps/${app.id}` });
    expect(ended.statusCode).toBe(200);
    expect((await callMcp(token)).statusCode).toBe(401);
    expect(await agent.connect()).toBeNull();
    expect(await appsOf(person)).toEqual([]);
  });

  it("gets new tokens when its own have expired, without asking again", async () => {
    await agent.connectAs(person);
    const before = agent.kept;
    await test.db.$client.query("update oauth_tokens set expires_at = now() where kind = 'AccessToken'");
    expect(await agent.connect()).not.toBeNull();
    expect(agent.kept?.access_token).not.toBe(before?.access_token);
    expect(agent.kept?.refresh_token).not.toBe(before?.refresh_token);
  });

  it("reports a problem in the name of its person", async () => {
    const client = await agent.connectAs(person);
    await client.callTool({ name: "report_problem", arguments: { id: articleId, problem: "It is 4712 now." } });
    const owner = await memberOf(workspaceId, "owner");
    expect((await owner.inject({ url: "/api/inbox" })).json().items).toMatchObject([
      { reason: expect.stringContaining("The app ‘Coding agent’ says: “It is 4712 now.”") },
    ]);
    const { rows } = await test.db.$client.query("select actor, done_by from audit_entries where workspace_id = $1", [
      workspaceId,
    ]);
    expect(rows).toContainEqual({ actor: "person", done_by: person.viewer.userId });
  });

  it("is named by a document of its own, which is fetched once", async () => {
    const url = "https://agent.example/client.json";
    documents.set(url, {
      body: {
        client_id: url,
        client_name: "Documented agent",
        redirect_uris: [CALLBACK, "https://agent.example/back"],
      },
    });
    agent = new Agent(test, url);
    await agent.connectAs(person);
    expect(await appsOf(person)).toMatchObject([{ name: "Documented agent" }]);
    const second = new Agent(test, url);
    await second.connectAs(person);
    await second.close();
    expect(fetched).toEqual([url]);
  });
});

describe("a refusal of /mcp", () => {
  it("without a token says where to get one, and what it must allow", async () => {
    const { statusCode, headers } = await callMcp(undefined);
    expect(statusCode).toBe(401);
    expect(headers["www-authenticate"]).toBe(
      `Bearer realm="MCP", scope="articles reports", resource_metadata="${test.deps.env.PUBLIC_URL}/.well-known/oauth-protected-resource/mcp"`,
    );
    expect((await callMcp("guessedguessedguessedguessed")).headers["www-authenticate"]).toContain(
      'error="invalid_token"',
    );
    for (const url of ["/.well-known/oauth-protected-resource", "/.well-known/oauth-protected-resource/mcp"])
      expect((await test.app.inject({ url })).json()).toMatchObject({
        resource: resource(),
        authorization_servers: [test.deps.env.PUBLIC_URL],
      });
    expect((await test.app.inject({ url: "/.well-known/oauth-authorization-server" })).json()).toMatchObject({
      issuer: test.deps.env.PUBLIC_URL,
      code_challenge_methods_supported: ["S256"],
    });
  });

  it("tells nobody who the person is, whatever the app asks for", async () => {
    await agent.connect();
    agent.opened?.searchParams.set("scope", "openid profile offline_access articles");
    const back = await answerConsent(test, person, agent.opened);
    await agent.transport().finishAuth(back.searchParams);
    expect(agent.kept).toMatchObject({ scope: "articles" });
    expect(agent.kept).not.toHaveProperty("id_token");
  });

  it("because a scope is missing answers 403 and names the scope", async () => {
    await agent.connect();
    agent.opened?.searchParams.set("scope", "articles");
    const back = await answerConsent(test, person, agent.opened);
    await agent.transport().finishAuth(back.searchParams);
    const params = { name: "report_problem", arguments: { id: articleId, problem: "Wrong." } };
    const { statusCode, headers } = await callMcp(agent.kept?.access_token, {
      jsonrpc: "2.0",
      id: 1,
      method: "tools/call",
      params,
    });
    expect(statusCode).toBe(403);
    expect(headers["www-authenticate"]).toMatch(/error="insufficient_scope", scope="[^"]*reports/);
  });
});

describe("an app ends", () => {
  it.each([
    ["leaves", "update users set deleted_at = now() where id = $1"],
    ["is deactivated", "update users set deactivated_at = now() where id = $1"],
  ])("at once when its person %s, and gets no new tokens", async (_, change) => {
    await agent.connectAs(person);
    await test.db.$client.query(change, [person.viewer.userId]);
    expect((await callMcp(agent.kept?.access_token)).statusCode).toBe(401);
    expect((await refresh()).json()).toMatchObject({ error: "invalid_grant" });
  });

  it("when an owner removes its person, and is not back with them", async () => {
    await agent.connectAs(person);
    const owner = await memberOf(workspaceId, "owner");
    const url = `/api/people/${person.viewer.userId}`;
    expect((await owner.inject({ method: "DELETE", url })).statusCode).toBe(200);
    expect((await callMcp(agent.kept?.access_token)).statusCode).toBe(401);
    const { rows } = await test.db.$client.query("select from oauth_grants where user_id = $1", [person.viewer.userId]);
    expect(rows).toEqual([]);
  });

  it("when it gives its token back", async () => {
    await agent.connectAs(person);
    const { access_token, refresh_token = "" } = agent.kept ?? { access_token: "" };
    const answer = await post("/oauth/revoke", { token: refresh_token, client_id: clientId() });
    expect(answer.statusCode).toBe(200);
    expect((await callMcp(access_token)).statusCode).toBe(401);
    expect(await appsOf(person)).toEqual([]);
  });

  it("when an owner or admin ends it; colleagues neither see nor end it", async () => {
    await agent.connectAs(person);
    const [app] = await appsOf(person);
    const colleague = await memberOf(workspaceId, "editor");
    expect(await appsOf(colleague)).toEqual([]);
    const url = `/api/connected-apps/${app.id}`;
    expect((await colleague.inject({ method: "DELETE", url })).statusCode).toBe(404);
    const stranger = await memberOf((await test.newWorkspace()).id, "owner");
    expect(await appsOf(stranger)).toEqual([]);
    expect((await stranger.inject({ method: "DELETE", url })).statusCode).toBe(404);
    const admin = await memberOf(workspaceId, "admin");
    expect(await appsOf(admin)).toMatchObject([{ id: app.id, isOwn: false }]);
    expect((await admin.inject({ method: "DELETE", url })).statusCode).toBe(200);
    expect((await callMcp(agent.kept?.access_token)).statusCode).toBe(401);
  });
});

const clientId = () => agent.information?.client_id ?? "";
const refresh = (token = agent.kept?.refresh_token ?? "") =>
  post("/oauth/token", { grant_type: "refresh_token", refresh_token: token, client_id: clientId() });

describe("a stolen", () => {
  it("code that is shown again ends the connection", async () => {
    await agent.connect();
    const back = await answerConsent(test, person, agent.opened);
    const exchange = () =>
      post("/oauth/token", {
        grant_type: "authorization_code",
        code: back.searchParams.get("code") ?? "",
        code_verifier: agent.verifier,
        redirect_uri: CALLBACK,
        client_id: clientId(),
        resource: resource(),
      });
    const first = await exchange();
    expect((await callMcp(first.json().access_token)).statusCode).toBe(200);
    expect((await exchange()).json()).toMatchObject({ error: "invalid_grant" });
    expect((await callMcp(first.json().access_token)).statusCode).toBe(401);
  });

  it("ASVS 16.5.3 code that is shown four times at the same moment works once at most, and nothing goes wrong on our side", async () => {
    for (let round = 0; round < 5; round += 1) {
      await test.db.$client.query("delete from rate_limits");
      await agent.connect();
      const back = await answerConsent(test, person, agent.opened);
      const form = {
        grant_type: "authorization_code",
        code: back.searchParams.get("code") ?? "",
        code_verifier: agent.verifier,
        redirect_uri: CALLBACK,
        client_id: clientId(),
        resource: resource(),
      };
      const answers = await Promise.all([1, 2, 3, 4].map(() => post("/oauth/token", form)));
      const refused = answers.filter(({ statusCode }) => statusCode !== 200);
      expect(refused.length).toBeGreaterThanOrEqual(3);
      for (const answer of refused) expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_grant"]);
    }
  });

  it("refresh token that is shown again ends the connection", async () => {
    await agent.connectAs(person);
    const second = (await refresh()).json();
    expect((await callMcp(second.access_token)).statusCode).toBe(200);
    expect((await refresh()).json()).toMatchObject({ error: "invalid_grant" });
    expect((await callMcp(second.access_token)).statusCode).toBe(401);
    expect((await refresh(second.refresh_token)).json()).toMatchObject({ error: "invalid_grant" });
  });

  it("refresh token that is shown five times at the same moment works once at most", async () => {
    await agent.connectAs(person);
    const answers = await Promise.all([1, 2, 3, 4, 5].map(() => refresh()));
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeLessThanOrEqual(1);
  });

  it("database holds no code, token or cookie", async () => {
    await agent.connectAs(person);
    await new Browser(test, person).open(agent.opened ?? "");
    const { rows } = await test.db.$client.query(
      "select t::text from oauth_tokens t union all select g::text from oauth_grants g union all select r::text from oauth_requests r",
    );
    const all = JSON.stringify(rows);
    expect(all).not.toContain(agent.kept?.access_token);
    expect(all).not.toContain(agent.kept?.refresh_token);
    expect(all).toContain(
      createHash("sha256")
        .update(agent.kept?.access_token ?? "")
        .digest("hex"),
    );
  });
});

describe("the authorization endpoint", () => {
  beforeEach(() => agent.connect());
  const openWith = (changes: Record<string, string | null>) => {
    const url = new URL(agent.opened ?? "");
    for (const [name, value] of Object.entries(changes))
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    return new Browser(test, person).open(url);
  };

  it.each(["https://evil.example/callback", "http://127.0.0.1:4711/other", "javascript:alert(1)"])(
    "sends nobody to %s, which was not registered",
    async (redirect_uri) => {
      const answer = await openWith({ redirect_uri });
      expect(answer.statusCode).toBe(400);
      expect(answer.headers.location).toBeUndefined();
      expect(answer.body).toContain("The app cannot be connected");
    },
  );

  it("knows only programs that have registered", async () => {
    expect((await openWith({ client_id: "unknown" })).statusCode).toBe(400);
    expect((await openWith({ client_id: "https://agent.example/none.json" })).statusCode).toBe(400);
    documents.set("https://agent.example/lies.json", {
      body: { client_id: "https://other.example/client.json", redirect_uris: [CALLBACK] },
    });
    expect((await openWith({ client_id: "https://agent.example/lies.json" })).statusCode).toBe(400);
    const open = "https://agent.example/open.json";
    documents.set(open, {
      body: { client_id: open, application_type: "web", redirect_uris: ["http://evil.example/back", CALLBACK] },
    });
    expect((await openWith({ client_id: open })).statusCode).toBe(400);
  });

  it.each([
    ["another resource", { resource: "https://other.example/mcp" }, "invalid_target"],
    ["no PKCE", { code_challenge: null, code_challenge_method: null }, "invalid_request"],
    ["PKCE without a hash", { code_challenge_method: "plain" }, "invalid_request"],
    ["a token in the address", { response_type: "token" }, "unsupported_response_type"],
    ["an answer without a question", { prompt: "none" }, "login_required"],
  ])("refuses %s and says so to the app", async (_, changes, error) => {
    const { headers } = await openWith(changes as Record<string, string | null>);
    const back = new URL(String(headers.location));
    expect(back.origin + back.pathname).toBe(CALLBACK);
    const said = new URLSearchParams(back.search || back.hash.slice(1));
    expect(said.get("error")).toBe(error);
  });

  it("gives no code for another verifier, redirect or resource", async () => {
    for (const wrong of [
      { code_verifier: "x".repeat(43) },
      { redirect_uri: "http://127.0.0.1:4711/other" },
      { resource: "https://other.example/mcp" },
    ]) {
      await agent.connect();
      const back = await answerConsent(test, person, agent.opened);
      const answer = await post("/oauth/token", {
        grant_type: "authorization_code",
        code: back.searchParams.get("code") ?? "",
        code_verifier: agent.verifier,
        redirect_uri: CALLBACK,
        client_id: clientId(),
        ...wrong,
      });
      expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
    }
  });
});

describe("the page that asks", () => {
  beforeEach(() => agent.connect());

  it("names the app, the workspace, what it may do and where it leads", async () => {
    const { rows } = await test.db.$client.query("select name from workspaces where id = $1", [workspaceId]);
    const { page } = await readConsentPage(new Browser(test, person), agent.opened);
    for (const words of ["Coding agent", rows[0].name, "Read articles, search and ask", "127.0.0.1:4711"])
      expect(page.body).toContain(words);
    expect(page.headers["content-security-policy"]).toContain("form-action 'self' http://127.0.0.1:4711");
  });

  it("asks strangers to sign in first, and comes back", async () => {
    const browser = new Browser(test);
    const { place, page } = await readConsentPage(browser, agent.opened);
    expect(page.headers.location).toBe(`/api/login?next=${encodeURIComponent(new URL(place, resource()).pathname)}`);
  });

  it("takes no answer of another site, another browser, or without its proof", async () => {
    const browser = new Browser(test, person);
    const { place, proof } = await readConsentPage(browser, agent.opened);
    const { pathname } = new URL(place, resource());
    const other = await person.inject({
      method: "POST",
      url: pathname,
      payload: new URLSearchParams({ proof, answer: "allow" }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    expect(other.statusCode).toBe(400);
    const foreign = await person.inject({
      method: "POST",
      url: pathname,
      payload: new URLSearchParams({ proof, answer: "allow" }).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded", "sec-fetch-site": "cross-site" },
    });
    expect(foreign.statusCode).toBe(403);
    const again = await browser.open(place, { proof: "guessed", answer: "allow" });
    expect(again.statusCode).toBe(200);
    expect(again.body).toContain("Connect ‘Coding agent’");
    expect(await appsOf(person)).toEqual([]);
  });

  it("lets a person say no", async () => {
    const back = await answerConsent(test, person, agent.opened, "deny");
    expect(back.searchParams.get("error")).toBe("access_denied");
  });
});

describe("registration", () => {
  const register = (payload: object) => test.app.inject({ method: "POST", url: "/oauth/register", payload });

  it.each([
    [["http://evil.example/callback"]],
    [["https://ok.example/x#fragment"]],
    [["javascript:alert(1)"]],
    [["data:text/html,x"]],
    ...[
      "ms-msdt:/id",
      "search-ms:query=x",
      "view-source:https://ok.example",
      "ws://ok.example",
      "wss://ok.example",
    ].map((uri) => [[uri]]),
    ...[
      "file:///etc/passwd",
      "ms-word:ofe|u|x",
      "intent://x",
      "shell:x",
      "ftp://ok.example",
      "blob:https://x",
      "x:y",
    ].map((uri) => [[uri]]),
    [["https://ok.example/back", "ms-officecmd:x"]],
    [[]],
  ])("refuses %j", async (redirect_uris) => {
    const answer = await register({ redirect_uris });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error).toMatch(/^invalid_(client_metadata|redirect_uri)$/);
  });

  it.each(["Cal\u202Eendar", "a\u200Bb", "a\u0007b", "\u2066x\u2069", "a\u2028b"])(
    "refuses the name %j, which is not what it looks like",
    async (client_name) => {
      const answer = await register({ client_name, redirect_uris: [CALLBACK] });
      expect([answer.statusCode, answer.json().error]).toEqual([400, "invalid_client_metadata"]);
    },
  );

  it("takes an app's scheme that is named after a domain", async () => {
    const answer = await register({ redirect_uris: ["com.example.app:/oauth", "vscode://x/y"] });
    expect(answer.statusCode).toBe(201);
  });

  it("takes what programs say of themselves, and gives no secret", async () => {
    const answer = await register({
      client_name: "Editor",
      redirect_uris: ["cursor://anysphere.cursor-mcp/oauth/callback", "https://editor.example/back"],
      token_endpoint_auth_method: "client_secret_basic",
      grant_types: ["authorization_code", "client_credentials"],
      scope: "openid profile",
    });
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toMatchObject({ client_name: "Editor", token_endpoint_auth_method: "none" });
    expect(answer.json()).not.toHaveProperty("client_secret");
  });

  it("ends after 20 an hour from one network", async () => {
    const answers = [];
    for (let each = 0; each < 21; each += 1) answers.push((await register({ redirect_uris: [CALLBACK] })).statusCode);
    expect(answers.slice(19)).toEqual([201, 429]);
  });

  it("is forgotten after a day unless somebody connected it", async () => {
    await agent.connectAs(person);
    const unused = (await register({ redirect_uris: [CALLBACK] })).json().client_id;
    await test.db.$client.query("update oauth_clients set created_at = now() - interval '25 hours'");
    await forgetOldConnectedApps(test.db);
    const { rows } = await test.db.$client.query("select id from oauth_clients");
    const kept = rows.map(({ id }: { id: string }) => id);
    expect(kept).toContain(clientId());
    expect(kept).not.toContain(unused);
    expect((await callMcp(agent.kept?.access_token)).statusCode).toBe(200);
  });
});
