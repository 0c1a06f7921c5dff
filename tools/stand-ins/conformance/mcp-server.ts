import { mkdtemp } from "node:fs/promises";
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildApp } from "../../../server/app.ts";
import { removeDataFolder } from "../../../server/db/embedded/layout.ts";
import { loadEnv } from "../../../server/env.ts";
import type { ProcessLifecycle } from "../../../server/lifetime.ts";
import { createLogger } from "../../../server/log.ts";
import { openDeps } from "../../../server/open-deps.ts";
import { buildApiKey, buildArticle, buildArticleSource, buildChannel } from "../../../server/testing/factories.ts";
import { createToken, hashToken } from "../../../server/workspace/accounts/tokens.ts";
import { KEY_SCOPES } from "../../../shared/domain/api-keys.ts";

export interface McpTestServer {
  /** The address of the product's MCP server. */
  url: string;
  /** The address of a relay for programs that cannot send a key. The relay adds the key and changes nothing else. */
  keyedUrl: string;
  key: string;
  question: string;
  answer: string;
}

/** Starts the product with one article that answers one question, and creates a key for the MCP server. */
export async function startMcpTestServer(life: ProcessLifecycle): Promise<McpTestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-mcp-"));
  life.started(() => removeDataFolder(dataDir));
  const relay = await startRelay();
  life.started(relay.close);
  const settings = { PUBLIC_URL: relay.origin, HOST: "127.0.0.1", PORT: "0", LOG_LEVEL: "error" };
  const env = loadEnv({ ...settings, DATA_DIR: dataDir });
  const { deps, close } = await openDeps(env, createLogger(env, process.stderr));
  life.started(close);
  const app = await buildApp(deps);
  life.started(() => app.close());
  const address = await app.listen({ host: env.HOST, port: env.PORT });
  const key = `lk_${createToken()}`;
  const { workspaceId } = await buildApiKey(deps.db, { scopes: [...KEY_SCOPES], keyHash: hashToken(key) });
  const channel = await buildChannel(deps.db, { workspaceId, name: "help" });
  const answer = "The door code is 4711.";
  const { id: articleId } = await buildArticle(deps.db, {
    workspaceId,
    channelId: channel.id,
    channelName: "help",
    title: "Door code",
    summary: [],
    summaryText: answer,
    body: [
      {
        role: "answer",
        heading: null,
        layout: "prose",
        statements: [{ form: "sentence", text: answer, language: null, sources: ["m1"] }],
      },
    ],
  });
  await buildArticleSource(deps.db, { workspaceId, articleId, channelId: channel.id, messageExternalId: "m1" });
  relay.leadTo(`${address}/mcp`, key);
  return { url: `${address}/mcp`, keyedUrl: `${relay.origin}/mcp`, key, question: "What is the door code?", answer };
}

/** Starts the relay at the product's configured address. */
async function startRelay() {
  let target = "";
  let authorization = "";
  const relay = createServer((incoming, outgoing) => {
    const { method, headers } = incoming;
    const passed = request(target, { method, headers: { ...headers, authorization } }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on("error", () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => relay.listen(0, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${(relay.address() as AddressInfo).port}`,
    leadTo: (url: string, key: string) => {
      target = url;
      authorization = `Bearer ${key}`;
    },
    close: () => new Promise((resolve) => relay.close(resolve)),
  };
}
