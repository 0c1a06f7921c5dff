import type { AddressInfo } from "node:net";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { KEY_SCOPES, type KeyScope } from "../../../shared/domain/api-keys.ts";
import { articles } from "../../db/schema.ts";
import { buildApiKey, buildArticle, buildArticleSource, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createToken, hashToken } from "../../workspace/accounts/tokens.ts";

let test: TestApp;
let address: string;
let workspaceId: string;
let articleId: string;
let client: Client | undefined;
beforeAll(async () => {
  test = await createTestApp({ connectors: { sources: {} } as never });
  await test.app.listen({ port: 0, host: "127.0.0.1" });
  address = `http://127.0.0.1:${(test.app.server.address() as AddressInfo).port}/mcp`;
});
beforeEach(async () => {
  ({ id: workspaceId } = await test.newWorkspace());
  articleId = await write("Door code", "The door code is 4711.");
});
afterEach(async () => {
  await client?.close();
  client = undefined;
});
afterAll(() => test.close());

async function write(title: string, text: string, more: string[] = []): Promise<string> {
  const channel = await buildChannel(test.db, { workspaceId, name: "help" });
  const { id } = await buildArticle(test.db, {
    workspaceId,
    channelId: channel.id,
    channelName: "help",
    title,
    summary: [],
    summaryText: text,
    body: [
      {
        role: "answer",
        heading: null,
        layout: "prose",
        statements: [text, ...more].map((one) => ({
          form: "sentence" as const,
          text: one,
          language: null,
          sources: ["m1"],
        })),
      },
    ],
  });
  const source = { workspaceId, articleId: id, channelId: channel.id, messageExternalId: "m1", authorName: "Ingrid" };
  await buildArticleSource(test.db, source);
  return id;
}

async function newKey(scopes: KeyScope[] = [...KEY_SCOPES]): Promise<string> {
  const key = `lk_${createToken()}`;
  await buildApiKey(test.db, { workspaceId, scopes, keyHash: hashToken(key) });
  return key;
}

/** Connects the official client: with the protocol of 2026, or with a handshake like older clients. */
async function connect(key: string, mode: "auto" | "legacy" = "auto"): Promise<Client> {
  client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${key}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit }));
  return client;
}

const call = async (agent: Client, name: string, args: Record<string, unknown>) => {
  const result = await agent.callTool({ name, arguments: args });
  const [content] = result.content as { type: string; text: string }[];
  return { isError: result.isError === true, text: content?.text ?? "", data: result.structuredContent as never };
};

it.each(["draft", "review", "held", "dismissed", "trashed", "merged"] as const)(
  "an agent is not told of an article that is not shown (%s)",
  async (state) => {
    await test.db.update(articles).set({ state }).where(eq(articles.id, articleId));
    const agent = await connect(await newKey());
    const answers = [
      await call(agent, "search", { query: "door code" }),
      await call(agent, "ask", { question: "What is the door code?" }),
      await call(agent, "list_recent_changes", {}),
      await call(agent, "fetch", { id: articleId }),
      await call(agent, "report_problem", { id: articleId, problem: "It changed." }),
    ];
    expect(answers.map(({ isError }) => isError)).toEqual([false, false, false, true, true]);
    expect(JSON.stringify(answers)).not.toMatch(/4711|Door code/);
  },
);

describe.each(["auto", "legacy"] as const)("the official client (%s)", (mode) => {
  it("asks and gets the sentence with its source", async () => {
    const agent = await connect(await newKey(), mode);
    const { text, data } = await call(agent, "ask", { question: "What is the door code?" });
    expect(text).toContain("The door code is 4711.");
    expect(text).toContain("Ingrid in #help");
    expect(text).toMatch(/\nArticle: Door code \S+ \(Not yet verified\)/);
    expect(data).toMatchObject({
      verdict: "likely",
      sentences: [{ text: "The door code is 4711.", sources: [{ author: "Ingrid" }] }],
    });
    expect((await call(agent, "ask", { question: "Who repairs rockets?" })).text).toBe(
      "No answer found.\n#help has not been read yet.",
    );
  });

  it("is told how many sentences of the quoted section the answer leaves out", async () => {
    await write("Claims at the pallet carrier", "Report visible damage of a pallet within 24 hours.", [
      "Found on opening: seven days.",
    ]);
    const agent = await connect(await newKey(), mode);
    const { text, data } = await call(agent, "ask", { question: "When is visible damage of a pallet reported?" });
    expect(text).toContain("Report visible damage of a pallet within 24 hours.");
    expect(text).toContain("\nLeft out: 1 more sentence in “Answer”.\n");
    expect(data).toMatchObject({ leftOut: [{ section: 0, heading: "Answer", count: 1 }] });
  });

  it("is told to check a likely answer against its source", async () => {
    await write(
      "Label printer prints blank labels",
      "Hold pause and cancel for two seconds to calibrate the label printer.",
    );
    const agent = await connect(await newKey(), mode);
    const { text, data } = await call(agent, "ask", { question: "blank labels in hall two" });
    expect(text).toMatch(/^Likely answer\. Check it against its source\.\n- Hold pause/);
    expect(data).toMatchObject({ verdict: "likely" });
  });

  it("asks a question that goes on from the one before", async () => {
    const agent = await connect(await newKey(), mode);
    const question = "And for visitors?";
    expect((await call(agent, "ask", { question })).text).toMatch(/^No answer found\./);
    expect((await call(agent, "ask", { question, previous: "What is the door code?" })).text).toContain("4711");
  });

  it("searches, fetches what it found, and is told of changes", async () => {
    const agent = await connect(await newKey(), mode);
    const found = await call(agent, "search", { query: "door" });
    expect(found.data).toMatchObject({ matchesAll: true, results: [{ id: articleId, title: "Door code" }] });
    const near = await call(agent, "search", { query: "door zeppelin" });
    expect(near.data).toMatchObject({ matchesAll: false, results: [{ id: articleId }] });
    const article = await call(agent, "fetch", { id: articleId });
    expect(article.data).toMatchObject({ id: articleId, title: "Door code", text: expect.stringContaining("4711") });
    const changes = await call(agent, "list_recent_changes", { limit: 5 });
    expect(changes.data).toMatchObject({ items: [{ articleId, reason: "Written." }], next: null });
  });

  it("reports a problem, which waits in the inbox", async () => {
    const agent = await connect(await newKey(), mode);
    expect((await call(agent, "report_problem", { id: articleId, problem: "It is 4712 now." })).isError).toBe(false);
    const owner = await test.signIn(await buildUser(test.db, { workspaceId }));
    expect((await owner.inject({ url: "/api/inbox" })).json().items).toMatchObject([
      { kind: "reported", article: { id: articleId }, reason: expect.stringContaining("It is 4712 now.") },
    ]);
  });

  it("is offered what its key may do, marked as reading where it only reads", async () => {
    const agent = await connect(await newKey(), mode);
    const { tools } = await agent.listTools();
    expect(Object.fromEntries(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]))).toEqual({
      ask: true,
      fetch: true,
      list_recent_changes: true,
      report_problem: false,
      search: true,
    });
    await agent.close();
    const narrow = await connect(await newKey(["articles"]), mode);
    expect((await narrow.listTools()).tools.map(({ name }) => name)).not.toContain("report_problem");
  });
});

describe("the MCP server", () => {
  it("tells a tool's caller what is wrong in a sentence", async () => {
    const agent = await connect(await newKey());
    const unknown = await call(agent, "fetch", { id: "01a20475-5c69-7000-8bc2-548cff36d2f1" });
    expect(unknown).toMatchObject({ isError: true, text: "This article does not exist (any more)." });
    expect(await call(agent, "list_recent_changes", { cursor: "x" })).toMatchObject({ isError: true, text: /cursor/ });
  });

  it.each(["", "lk_guessedguessedguessedguessed"])(
    "refuses the key '%s' with 401 and says how to show one",
    async (key) => {
      await expect(connect(key)).rejects.toThrow();
      const answer = await test.app.inject({
        method: "POST",
        url: "/mcp",
        payload: {},
        headers: { authorization: `Bearer ${key}` },
      });
      expect(answer.statusCode).toBe(401);
      expect(answer.headers["www-authenticate"]).toMatch(/^Bearer/);
    },
  );

  it("is called by programs, not from other websites, and holds no stream", async () => {
    const authorization = `Bearer ${await newKey()}`;
    const headers = { authorization, origin: "https://evil.example", accept: "application/json, text/event-stream" };
    expect((await test.app.inject({ method: "POST", url: "/mcp", payload: {}, headers })).statusCode).toBe(403);
    // Simulates DNS rebinding: the browser believes that this name leads to our server.
    const rebound = { ...headers, host: "evil.example" };
    expect((await test.app.inject({ method: "POST", url: "/mcp", payload: {}, headers: rebound })).statusCode).toBe(
      403,
    );
    expect((await test.app.inject({ method: "GET", url: "/mcp", headers: { authorization } })).statusCode).toBe(405);
  });

  it("shows nothing of another workspace", async () => {
    const { id: other } = await test.newWorkspace();
    const key = `lk_${createToken()}`;
    await buildApiKey(test.db, { workspaceId: other, scopes: [...KEY_SCOPES], keyHash: hashToken(key) });
    const agent = await connect(key);
    expect((await call(agent, "fetch", { id: articleId })).isError).toBe(true);
    expect((await call(agent, "search", { query: "door" })).data).toMatchObject({ results: [] });
    expect((await call(agent, "ask", { question: "What is the door code?" })).text).not.toContain("4711");
  });
});
