import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";
import { pino } from "pino";
import { buildApp } from "../../server/app.ts";
import { inWorkspace } from "../../server/db/workspace-scope.ts";
import type { Deps } from "../../server/deps.ts";
import { loadEnv } from "../../server/env.ts";
import { openDeps } from "../../server/open-deps.ts";
import { requestPublications } from "../../server/publishing/index.ts";
import { buildArticle, buildArticleSource, buildUser } from "../../server/testing/factories.ts";
import { startWorker } from "../../server/worker.ts";
import { createToken, hashToken } from "../../server/workspace/accounts/tokens.ts";
import type { JiraStandIn } from "../stand-ins/jira/server.ts";
import type { NotionStandIn } from "../stand-ins/notion/server.ts";
import { startNotion } from "./platforms/notion.ts";
import type { BenchPlatform, PlatformType } from "./platforms/platform.ts";
import { choosePlatforms, startPlatforms } from "./platforms/start.ts";

const BLOCKS = Number(process.env["BLOCKS"] ?? 500);
const EVERY = [
  "confluence",
  "git-docs",
  "intercom",
  "jira",
  "mediawiki",
  "servicenow",
  "sharepoint",
  "zendesk",
] as const satisfies readonly PlatformType[];
/** https://developers.notion.com/reference/request-limits */
const NOTION_CALLS_A_SECOND = 3;
const SECRET = "Xylophone";
const PATIENCE_MS = 20 * 60_000;

interface BenchServer {
  app: FastifyInstance;
  deps: Deps;
}

/**
 * A person adds 500 blocks with children to an article's page, on every platform, with Notion at its real three calls a second.
 * Measures the seconds until a sentence that was deleted in the chat is gone from the page. `BLOCKS` and `PLATFORMS` in the
 * environment change the parameters.
 */
export async function benchLongPages(): Promise<void> {
  const named = process.env["PLATFORMS"]?.split(",");
  const platforms = [
    ...(!named || named.includes("notion") ? [await startNotion(NOTION_CALLS_A_SECOND)] : []),
    ...(await startPlatforms(choosePlatforms(EVERY).filter((type) => type !== "notion"))),
  ];
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-long-pages-"));
  const hosts = platforms.map(({ standIn }) => new URL(standIn.url).host).join(",");
  const settings = Object.assign({}, ...platforms.map(({ environment }) => environment)) as Record<string, string>;
  const env = loadEnv({ ...settings, DATA_DIR: dataDir, EGRESS_ALLOW: hosts });
  const { deps, close } = await openDeps(env, pino({ level: "silent" }));
  const app = await buildApp(deps);
  const worker = await startWorker(deps);
  try {
    for (const platform of platforms) process.stdout.write(`${await measure({ app, deps }, platform)}\n`);
  } finally {
    await worker.stop();
    await app.close();
    await close();
    for (const platform of platforms) await platform.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function measure(stage: BenchServer, platform: BenchPlatform): Promise<string> {
  const { name } = platform.integration;
  const person = await newPerson(stage);
  const answer = await person("POST", "/api/integrations", platform.integration);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const articleId = await write(stage, person.workspaceId);
  const page = await until(async () => (await platform.pages()).find(({ text }) => text.includes(SECRET)));
  if (!page) return `${name.padEnd(12)} was not published to`;
  await until(() => isSettled(stage, articleId));
  await fill(platform, page.id);
  const callsBefore = platform.standIn.calls.length;
  const since = performance.now();
  await deleteSentence(person, articleId);
  const isGone = await until(async () => {
    const now = (await platform.pages()).find(({ id }) => id === page.id);
    return now !== undefined && !now.text.includes(SECRET);
  });
  const seconds = Math.round((performance.now() - since) / 1000);
  const calls = platform.standIn.calls.length - callsBefore;
  if (!isGone) process.exitCode = 1;
  const left = (await platform.pages()).find(({ id }) => id === page.id)?.text ?? "";
  if (!left.includes(innerOf(BLOCKS - 1))) process.exitCode = 1;
  return isGone
    ? `${name.padEnd(12)} ${BLOCKS} blocks with children: gone after ${seconds} s and ${calls} calls`
    : `${name.padEnd(12)} ${BLOCKS} blocks with children: still there after ${seconds} s and ${calls} calls`;
}

/** True when the product has recorded the page. */
async function isSettled({ deps }: BenchServer, articleId: string): Promise<boolean> {
  const statement = "select 1 from publications where article_id = $1 and published_version is not null";
  return (await deps.db.$client.query(statement, [articleId])).rows.length > 0;
}

const innerOf = (at: number) => `Inner ${at}.`;

/** Fills a page with a person's blocks, in the platform's own format. */
async function fill({ type, standIn, write: writeWords }: BenchPlatform, pageId: string): Promise<void> {
  const rows = Array.from({ length: BLOCKS }, (_, at) => at);
  if (type === "notion") {
    const paragraph = (content: string, children: object[] = []) => ({
      type: "paragraph",
      paragraph: { rich_text: [{ text: { content } }], ...(children.length > 0 && { children }) },
    });
    (standIn as NotionStandIn).editAsPerson(pageId, ({ blocks, newBlock }) => {
      for (const at of rows) blocks.push(newBlock(paragraph(`Outer ${at}.`, [paragraph(innerOf(at))])));
    });
    return;
  }
  if (type === "jira") {
    const item = (text: string, more: object[] = []) => ({
      type: "listItem",
      content: [{ type: "paragraph", content: [{ type: "text", text }] }, ...more],
    });
    const list = (...content: object[]) => ({ type: "bulletList", content });
    (standIn as JiraStandIn).editAsPerson(pageId, ({ content }) => {
      for (const at of rows) content.push(list(item(`O ${at}.`, [list(item(innerOf(at)))])) as never);
    });
    return;
  }
  const texts: Partial<Record<PlatformType, (at: number) => string>> = {
    "git-docs": (at) => `- Outer ${at}.\n  - ${innerOf(at)}`,
    mediawiki: (at) => `* Outer ${at}.\n** ${innerOf(at)}`,
  };
  const html = (at: number) => `<ul><li>Outer ${at}.<ul><li>${innerOf(at)}</li></ul></li></ul>`;
  const text = texts[type] ?? html;
  await writeWords(pageId, rows.map(text).join(texts[type] ? "\n\n" : ""), { where: "bottom", random: Math.random });
}

async function newPerson({ app, deps: { db } }: BenchServer) {
  const { id: userId, workspaceId } = await buildUser(db);
  const token = createToken();
  await db.$client.query(
    `insert into sessions (token_hash, workspace_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [hashToken(token), workspaceId, userId],
  );
  const ask = (method: "GET" | "POST" | "PUT", url: string, payload?: object) =>
    app.inject({ method, url, headers: { cookie: `sid=${token}` }, ...(payload && { payload }) });
  return Object.assign(ask, { workspaceId });
}
type Person = Awaited<ReturnType<typeof newPerson>>;

async function write({ deps }: BenchServer, workspaceId: string): Promise<string> {
  const sentence = (text: string) => ({ form: "sentence" as const, text, language: null, sources: ["1"] });
  const statements = [sentence("Restart the worker first."), sentence(`${SECRET} is the word that goes.`)];
  const body = [{ role: "answer" as const, heading: "Answer", layout: "prose" as const, statements }];
  const { id } = await buildArticle(deps.db, { workspaceId, body, status: "processing" });
  await buildArticleSource(deps.db, { workspaceId, articleId: id, messageExternalId: "1" });
  await inWorkspace(deps.db, workspaceId, (scope) => requestPublications(deps, scope, id));
  return id;
}

async function deleteSentence(person: Person, articleId: string): Promise<void> {
  const article = (await person("GET", `/api/articles/${articleId}`)).json();
  const edited = ({ key, form, text, language }: Record<string, unknown>) => ({ key, form, text, language });
  const {
    version,
    title,
    tags,
    contentType,
    category,
    difficulty,
    priority,
    summaryStatements,
    sections: before,
  } = article;
  const sections = before.map(
    ({ role, heading, layout, statements }: { statements: { text: string }[] } & object & Record<string, unknown>) => ({
      role,
      heading,
      layout,
      statements: statements.filter(({ text }) => !text.includes(SECRET)).map((one) => edited({ ...one })),
    }),
  );
  const payload = {
    version,
    title,
    tags,
    contentType,
    category,
    difficulty,
    priority,
    summary: summaryStatements.map(edited),
    sections,
  };
  const answer = await person("PUT", `/api/articles/${articleId}/content`, payload);
  if (answer.statusCode !== 200) throw new Error(answer.body);
}

async function until<Found>(look: () => Promise<Found>): Promise<Found | undefined> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(500)) {
    const found = await look();
    if (found) return found;
  }
  return undefined;
}
