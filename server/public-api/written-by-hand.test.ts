import { afterAll, beforeAll, expect, it } from "vitest";
import { KNOWLEDGE_NAMES } from "../../connectors/knowledge-names.ts";
import type { ArticlePage } from "../../shared/contract/articles.ts";
import type { ArticleAnswer } from "../../shared/contract/ask.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { getArticle } from "../library/articles/index.ts";
import { buildArticleContent } from "../publishing/page-content.ts";
import {
  LONG_WAIT_FOR_RESPONSE,
  openPublishingStage,
  type PublishingStage,
} from "../publishing/testing/publishing-stage.ts";
import { buildApiKey, buildArticle, buildArticleSource, buildChannel, buildUser } from "../testing/factories.ts";
import type { SignedIn } from "../testing/test-app.ts";
import { createToken, hashToken } from "../workspace/accounts/tokens.ts";

const PLATFORMS = Object.keys(KNOWLEDGE_NAMES) as (keyof typeof KNOWLEDGE_NAMES)[];
const CHAT = "The door code is 4711.";
const OWN = "Ring the bell at night, the alarm listens to the door code.";

let test: PublishingStage;
let person: SignedIn;
let article: { id: string };
let workspaceId: string;
beforeAll(async () => {
  test = await openPublishingStage(LONG_WAIT_FOR_RESPONSE);
  ({ id: workspaceId } = await test.newWorkspace());
  const ada = await buildUser(test.db, { workspaceId, firstName: "Ada", lastName: "Lovelace" });
  person = await test.signIn(ada);
  const channel = await buildChannel(test.db, { workspaceId, name: "help" });
  article = await buildArticle(test.db, {
    workspaceId,
    channelId: channel.id,
    channelName: "help",
    title: "Door code",
    summary: [],
    summaryText: CHAT,
    body: [
      {
        role: "answer",
        heading: null,
        layout: "prose",
        statements: [{ form: "sentence", text: CHAT, language: null, sources: ["m1"] }],
      },
    ],
  });
  await buildArticleSource(test.db, {
    workspaceId,
    articleId: article.id,
    channelId: channel.id,
    messageExternalId: "m1",
    authorName: "Ingrid",
  });
  const before = await read();
  const { version, title, tags, contentType, category, difficulty, priority } = before;
  const [section] = before.sections;
  const [known] = section?.statements ?? [];
  const statement = { key: known?.key ?? "", form: "sentence", text: `${CHAT} ${OWN}`, language: null };
  const sections = [{ role: "answer", heading: null, layout: "prose", statements: [statement] }];
  const payload = { version, title, tags, contentType, category, difficulty, priority, summary: [], sections };
  const saved = await person.inject({ method: "PUT", url: `/api/articles/${article.id}/content`, payload });
  expect(saved.statusCode).toBe(200);
});
afterAll(() => test.close());

const read = async () =>
  (await person.inject({ method: "GET", url: `/api/articles/${article.id}` })).json() as ArticlePage;
const TODAY = new Date().toISOString().slice(0, 10);
const BY_ADA = `Written by Ada Lovelace, ${TODAY}`;

it("a sentence that a person added names them and no colleague, on the article's page", async () => {
  const [chat, own] = (await read()).sections[0]?.statements ?? [];
  expect(chat).toMatchObject({ text: CHAT, sources: ["m1"] });
  expect(chat?.hand).toBeUndefined();
  expect(own).toMatchObject({ text: OWN, sources: [], hand: { what: "written", by: "Ada Lovelace" } });
});

it.each(PLATFORMS)("a sentence that a person added names them on its page in %s", async (platform) => {
  const blocks = await inWorkspace(test.db, workspaceId, async (scope) => {
    const content = await buildArticleContent(test.connectors, scope, await getArticle(scope, article.id), "ref lk-1");
    return test.connectors.targets[platform].render(content);
  });
  const page = JSON.stringify(blocks);
  expect(page).toContain("Ingrid in #help");
  expect(page).toContain(BY_ADA);
});

it("a sentence that a person added names them in what is exported and copied", async () => {
  const payload = { ids: [article.id], format: "markdown" };
  const exported = await person.inject({ method: "POST", url: "/api/articles/export", payload });
  for (const markdown of [exported.body, (await read()).markdown]) {
    expect(markdown).toContain("4711.[^1]");
    expect(markdown).toContain("door code.[^2]");
    expect(markdown).toContain(`[^2]: ${BY_ADA}`);
  }
});

it("a sentence that a person added names them in answers, and to programs and agents", async () => {
  const question = "What listens to the door code at night?";
  const asked = await person.inject({ method: "POST", url: "/api/ask", payload: { question } });
  const own = (asked.json() as ArticleAnswer).sentences.find(({ text }) => text === OWN);
  expect(own).toMatchObject({ sources: [], hand: { what: "written", by: "Ada Lovelace" } });
  const key = `lk_${createToken()}`;
  await buildApiKey(test.db, { workspaceId, scopes: ["articles"], keyHash: hashToken(key) });
  const headers = { authorization: `Bearer ${key}` };
  const program = await test.app.inject({ method: "GET", url: `/api/v1/articles/${article.id}`, headers });
  expect(program.json().sentences).toMatchObject([
    { text: CHAT, hand: null },
    { text: OWN, sources: [], hand: { what: "written", by: "Ada Lovelace" } },
  ]);
  const agent = await test.app.inject({
    method: "POST",
    url: "/mcp",
    headers: { ...headers, accept: "application/json, text/event-stream" },
    payload: { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "ask", arguments: { question } } },
  });
  expect(agent.body).toContain(`(${BY_ADA})`);
});
