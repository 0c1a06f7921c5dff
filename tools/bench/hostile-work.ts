import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { HOSTILE_PAGES } from "../../connectors/testing/hostile-pages.ts";
import { buildExport, HOSTILE_EXPORTS } from "../../server/analysis/testing/hostile-exports.ts";
import { openDatabase } from "../../server/db/workspace-scope.ts";
import { buildArticle, buildArticleSource, buildPublication, buildUser } from "../../server/testing/factories.ts";
import { createToken, hashToken } from "../../server/workspace/accounts/tokens.ts";
import { HOSTILE_REPOSITORIES, startHostileGit } from "../stand-ins/git/hostile-repositories.ts";
import { HOSTILE_MODEL_ANSWERS, type HostileModel } from "../stand-ins/llm/hostile-answers.ts";
import type { BenchPlatform } from "./platforms/platform.ts";

/** The running product, with direct access to its database. */
export interface Product {
  address: string;
  pool: pg.Pool;
}

/** One harmful input. `work` makes the product process it and returns the message that people see. */
export interface HarmfulInput {
  kind: string;
  what: string;
  prepare(product: Product): Promise<{ work(): Promise<string>; close?(): Promise<void> }>;
}

const PATIENCE_MS = 180_000;
const READ = "It is read like any other.";

export interface WorkspaceOwner {
  workspaceId: string;
  cookie: string;
  ask(method: string, path: string, body?: object | FormData): Promise<Record<string, unknown>>;
}

/** Creates the owner of a new workspace. */
export async function createWorkspaceOwner({ address, pool }: Product): Promise<WorkspaceOwner> {
  const { id: userId, workspaceId } = await buildUser(openDatabase(pool));
  const token = createToken();
  await pool.query(
    `insert into sessions (token_hash, workspace_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
    [hashToken(token), workspaceId, userId],
  );
  const cookie = `sid=${token}`;
  return {
    workspaceId,
    cookie,
    async ask(method, path, body) {
      const json = body && !(body instanceof FormData);
      const answer = await fetch(address + path, {
        method,
        headers: { cookie, origin: address, ...(json && { "content-type": "application/json" }) },
        ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
      });
      return (await answer.json()) as Record<string, unknown>;
    },
  };
}

export async function waitUntilFound<Found>(look: () => Promise<Found | null | undefined | false>): Promise<Found> {
  for (const deadline = Date.now() + PATIENCE_MS; Date.now() < deadline; await sleep(200)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`Nothing came of it within ${PATIENCE_MS / 1000} s.`);
}

const archives = (): HarmfulInput[] =>
  HOSTILE_EXPORTS.map(({ what, bytes }) => ({
    kind: "archive",
    what,
    async prepare(product) {
      const person = await createWorkspaceOwner(product);
      const file = await bytes();
      return {
        async work() {
          const run = await importFile(person, file);
          const result = run["result"] as { problems?: string[] } | null;
          return (run["error"] as string | null) ?? result?.problems?.[0] ?? READ;
        },
      };
    },
  }));

async function importFile(person: WorkspaceOwner, file: Buffer): Promise<Record<string, unknown>> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(file)]), "export.zip");
  const { id, message } = await person.ask("POST", "/api/imports", form);
  if (!id) throw new Error(String(message));
  return waitUntilFound(async () => {
    const run = await person.ask("GET", `/api/runs/${String(id)}`);
    return (run["state"] === "done" || run["state"] === "failed") && run;
  });
}

const repositories = (): HarmfulInput[] =>
  HOSTILE_REPOSITORIES.map((hostile) => ({
    kind: "repository",
    what: hostile.what,
    async prepare(product) {
      const person = await createWorkspaceOwner(product);
      const server = await startHostileGit(hostile);
      const integration = { name: "Git", type: "git-docs", baseUrl: server.url, spaceId: "docs", apiKey: "lk-token" };
      return {
        close: () => server.close(),
        async work() {
          const { id, message, trouble, notTested } = await person.ask("POST", "/api/integrations", integration);
          if (!id) return String(message);
          if (!hostile.pageId) return String(trouble ?? notTested ?? READ);
          const articleId = await writeArticle(product, person);
          await buildPublication(openDatabase(product.pool), {
            workspaceId: person.workspaceId,
            articleId,
            integrationId: String(id),
            externalId: hostile.pageId,
            state: "published",
            publishedVersion: 1,
          });
          await editArticle(person, articleId);
          return untilPublished(product, articleId, 2);
        },
      };
    },
  }));

const pages = (platforms: BenchPlatform[]): HarmfulInput[] =>
  platforms.flatMap((platform) => {
    // One workspace for all inputs, because the platform's pages belong to this workspace.
    let connected: Promise<WorkspaceOwner> | undefined;
    return HOSTILE_PAGES.map(([what, words]) => ({
      kind: `page of ${platform.integration.name}`,
      what,
      async prepare(product: Product) {
        connected ??= connect(product, platform);
        const person = await connected;
        const articleId = await writeArticle(product, person);
        await editArticle(person, articleId);
        const told = await untilPublished(product, articleId, 2);
        if (told !== READ) throw new Error(`${platform.integration.name} takes no page: ${told}`);
        const { rows } = await product.pool.query<{ id: string }>(
          "select external_id as id from publications where article_id = $1",
          [articleId],
        );
        await platform.write(rows[0]?.id ?? "", words, { where: "bottom", random: Math.random });
        return {
          async work() {
            await editArticle(person, articleId);
            return untilPublished(product, articleId, 3);
          },
        };
      },
    }));
  });

async function connect(product: Product, { integration }: BenchPlatform): Promise<WorkspaceOwner> {
  const person = await createWorkspaceOwner(product);
  const { id, message } = await person.ask("POST", "/api/integrations", integration);
  if (!id) throw new Error(String(message));
  return person;
}

async function writeArticle({ pool }: Product, { workspaceId }: WorkspaceOwner): Promise<string> {
  const db = openDatabase(pool);
  const statement = { form: "sentence" as const, text: "Restart the worker first.", language: null, sources: ["1"] };
  const body = [{ role: "answer" as const, heading: "Answer", layout: "prose" as const, statements: [statement] }];
  const { id } = await buildArticle(db, { workspaceId, body, status: "processing" });
  await buildArticleSource(db, { workspaceId, articleId: id, messageExternalId: "1" });
  return id;
}

let edits = 0;
/** Changes the title, because the product reads a page before writing it. */
async function editArticle(person: WorkspaceOwner, articleId: string): Promise<void> {
  const article = await person.ask("GET", `/api/articles/${articleId}`);
  type Statement = Record<"key" | "form" | "text" | "language", unknown>;
  const edited = ({ key, form, text, language }: Statement) => ({ key, form, text, language });
  const sections = article["sections"] as ({ statements: Statement[] } & Record<string, unknown>)[];
  edits += 1;
  const saved = await person.ask("PUT", `/api/articles/${articleId}/content`, {
    ...Object.fromEntries(
      ["version", "tags", "contentType", "category", "difficulty", "priority"].map((name) => [name, article[name]]),
    ),
    title: `How to restart the worker, edition ${edits}`,
    summary: (article["summaryStatements"] as Statement[]).map(edited),
    sections: sections.map(({ role, heading, layout, statements }) => {
      return { role, heading, layout, statements: statements.map(edited) };
    }),
  });
  if (!saved["version"]) throw new Error(JSON.stringify(saved));
}

/** Resolves when this version is published, or with the reason why it is not published. */
const untilPublished = ({ pool }: Product, articleId: string, version: number): Promise<string> =>
  waitUntilFound(async () => {
    const { rows } = await pool.query<{ published: number | null; trouble: string | null }>(
      "select published_version as published, trouble from publications where article_id = $1",
      [articleId],
    );
    return rows[0]?.trouble ?? (rows[0]?.published === version && READ);
  });

/** Tests the model as the settings page does, and reads an import with the model. */
const modelAnswers = (model: HostileModel): HarmfulInput[] =>
  HOSTILE_MODEL_ANSWERS.map((answer, at) => ({
    kind: "model answer",
    what: answer.what,
    async prepare(product) {
      const person = await createWorkspaceOwner(product);
      const connection = { provider: "openai-compatible", address: `${model.url}/${at}/v1` };
      const settings = { ...connection, models: { main: "stand-in-1" } };
      const saved = await person.ask("PUT", "/api/language-model", settings);
      if (!saved["saved"]) throw new Error(`The model was not saved: ${JSON.stringify(saved)}`);
      const history = await buildExport({ "general/2026-01-02.json": QUESTION_AND_ANSWER });
      model.answer = answer;
      return {
        async work() {
          const test = await person.ask("POST", "/api/language-model/test", settings);
          const purposes = test["purposes"] as { works: boolean; message: string }[];
          await startImport(person, history);
          const waiting = await waitUntilFound(async () => {
            const now = await person.ask("GET", "/api/language-model/waiting");
            const [run] = (await person.ask("GET", "/api/runs")) as unknown as { state: string }[];
            return (now["sentence"] || (run && ["done", "failed"].includes(run.state))) && now;
          });
          const tried = purposes.find(({ works }) => !works)?.message ?? READ;
          return `${tried} Meanwhile: ${String(waiting["sentence"] ?? "nothing waits.")}`;
        },
        async close() {
          model.answer = null;
          await person.ask("DELETE", "/api/language-model");
        },
      };
    },
  }));

const QUESTION_AND_ANSWER = [
  "How is the label printer in hall two calibrated again?",
  "Hold pause and feed for 5 seconds until the light blinks twice.",
].map((text, at) => ({ type: "message", user: "U1", ts: `${1_767_312_000 + at * 60}.000100`, text }));

async function startImport(person: WorkspaceOwner, file: Buffer): Promise<void> {
  const form = new FormData();
  form.set("file", new Blob([new Uint8Array(file)]), "export.zip");
  await person.ask("POST", "/api/imports", form);
}

export const listHarmfulInputs = (platforms: BenchPlatform[], model: HostileModel): HarmfulInput[] => [
  ...repositories(),
  ...pages(platforms),
  ...archives(),
  ...modelAnswers(model),
];
