import type { LightMyRequestResponse } from "fastify";
import { Secret, TOTP } from "otpauth";
import { createConfluenceTarget } from "../../connectors/confluence/target.ts";
import type { PageTextChanges } from "../../shared/contract/article-actions.ts";
import type { Contract } from "../../shared/contract/contract.ts";
import { newId } from "../db/new-id.ts";
import type { Database } from "../db/workspace-scope.ts";
import { buildDuplicate, buildFinding, buildPage, buildWiki, insertWikiRepair } from "../wiki/testing/wiki-rows.ts";
import {
  buildApiKey,
  buildArticle,
  buildArticleSource,
  buildCategory,
  buildChannel,
  buildChatIntegration,
  buildConnectedApp,
  buildDelivery,
  buildGivenAnswer,
  buildInvitation,
  buildInvitationLink,
  buildMailDomain,
  buildMessage,
  buildModelTrial,
  buildOpenQuestion,
  buildPlatformGrant,
  buildPublication,
  buildRun,
  buildSavedView,
  buildScimToken,
  buildSession,
  buildSignOnProvider,
  buildUser,
  buildWebhook,
  buildWorkspace,
} from "./factories.ts";
import { buildStyleSuggestion } from "./rows-of-resources.ts";

type OfSession = { [Key in keyof Contract]: Contract[Key]["access"] extends "session" ? Key : never }[keyof Contract];
/** Endpoints that change data and need a session. */
export type WriteKey = Exclude<OfSession, `GET ${string}`>;

/** The owner of a new workspace, who sends the requests. */
export interface WriteRequestContext {
  db: Database;
  workspaceId: string;
  userId: string;
  email: string;
  personId: string;
  /** Credentials that the platforms' stand-ins accept. */
  chatConfig: Record<string, string>;
  knowledge: { type: string; apiKey: string; baseUrl: string; spaceId: string };
  /** Sends a request that prepares the test. Throws unless the answer is 200. */
  send(key: OfSession, request?: WriteRequest): Promise<LightMyRequestResponse>;
}

export interface WriteRequest {
  /** The values of the path's parameters, from left to right. */
  params?: string[];
  body?: object;
}

export const PASSWORD = "difference engine 1843";

const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

/** Sets up an authenticator app with no used codes. */
async function withSecondFactor({ db, userId, send }: WriteRequestContext): Promise<string> {
  const { secret } = (await send("POST /api/second-factor", { body: { password: PASSWORD } })).json();
  await send("POST /api/second-factor/confirm", { body: { code: codeOf(secret) } });
  await db.$client.query("update second_factors set last_step = 0 where user_id = $1", [userId]);
  return secret;
}

const withChat = async ({ send, chatConfig: config }: WriteRequestContext) =>
  (
    await send("POST /api/collaboration-integrations", { body: { name: "Team chat", platform: "slack", config } })
  ).json<{
    id: string;
  }>().id;

const withKnowledge = async ({ send, knowledge }: WriteRequestContext) =>
  (await send("POST /api/integrations", { body: { name: "Handbook", ...knowledge } })).json<{ id: string }>().id;

async function pageToRepair(db: Database, workspaceId: string) {
  const integrationId = await buildWiki(db, workspaceId);
  const pageId = await buildPage(db, { workspaceId, integrationId, title: "Hours", texts: ["Open."] });
  return { pageId, version: "1", position: 0, kind: "replace", sentence: null, text: "Closed.", findingId: null };
}

const withPayer = ({ send }: WriteRequestContext) =>
  send("POST /api/subscription/upgrade", { body: { planId: "professional" } });

const edited = {
  title: "How to restart the worker",
  summary: [{ key: null, form: "sentence", text: "Stop it and start it.", language: null }],
  sections: [],
  tags: ["worker"],
  contentType: "howto",
  category: "Operations",
  difficulty: "beginner",
  priority: "medium",
};

/** Creates another workspace in which the person is a viewer. */
async function inAnotherWorkspace({ db, email, personId }: WriteRequestContext): Promise<string> {
  const { id } = await buildWorkspace(db);
  await buildUser(db, { workspaceId: id });
  await buildUser(db, { workspaceId: id, email, personId, membership: "viewer" });
  return id;
}

async function heldArticle({ db, workspaceId }: WriteRequestContext): Promise<string> {
  return (await buildArticle(db, { workspaceId, state: "held" })).id;
}

/** A published article whose page has a sentence by a person. Returns the page's `seen` value. */
async function pageOfAPerson(asking: WriteRequestContext): Promise<WriteRequest> {
  const { db, workspaceId, knowledge, send } = asking;
  const { title, form, summary, body, redactions, id: articleId } = await buildArticle(db, { workspaceId });
  const target = createConfluenceTarget({ fetch });
  const marker = `ref lk-${articleId.slice(0, 8)}`;
  const words = { title, form, summary, body, redactions };
  const ours = target.render({ ...words, labels: [], sources: [], confirmed: null, marker });
  const page = {
    title: `${title} ${articleId}`,
    blocks: [...ours, { key: "", native: "<p>Ask first.</p>" }],
    labels: [],
  };
  const { externalId, url } = await target.publish(knowledge, page);
  const made = { articleId, integrationId: await withKnowledge(asking), marker, externalId, url };
  const { id } = await buildPublication(db, { workspaceId, ...made, state: "published", publishedVersion: 1 });
  const params = [articleId, id];
  const { seen } = (
    await send("GET /api/articles/:id/publications/:publicationId/words", { params })
  ).json<PageTextChanges>();
  return { params, body: { seen } };
}

async function trashedArticle({ db, workspaceId, send }: WriteRequestContext): Promise<string> {
  const { id } = await buildArticle(db, { workspaceId });
  await send("POST /api/articles/bulk/remove", { body: { ids: [id], pages: "keep" } });
  return id;
}

async function decided(asking: WriteRequestContext): Promise<string> {
  const id = `held.${await heldArticle(asking)}`;
  const answer = await asking.send("POST /api/inbox/:id/decide", { params: [id], body: { choice: "library-only" } });
  return answer.json<{ undo: { id: string } }>().undo.id;
}

/** An article written from two conversations. Returns the article and the second conversation. */
async function onTwoConversations({
  db,
  workspaceId,
}: WriteRequestContext): Promise<{ articleId: string; second: string }> {
  const { id: articleId } = await buildArticle(db, { workspaceId });
  const { id: channelId } = await buildChannel(db, { workspaceId });
  const ids = [newId(), newId()];
  for (const [place, id] of ids.entries()) {
    const key = `1700000${place}00.000100`;
    const said = { workspaceId, channelId, conversationKey: key, threadId: key };
    await buildMessage(db, { ...said, externalId: key, text: "How do I restart the worker on the build machine?" });
    await buildMessage(db, { ...said, authorId: "U2", text: "Run systemctl restart worker. Then it takes new jobs." });
    await db.$client.query(
      `insert into conversations (workspace_id, id, channel_id, key, message_count, first_at, last_at, fingerprint, article_id, is_evidence)
       values ($1, $2, $3, $4, 2, now(), now(), 'judged', $5, $6)`,
      [workspaceId, id, channelId, key, articleId, place === 1],
    );
  }
  return { articleId, second: ids[1] ?? "" };
}

/** A question with a nearly matching answer. The answer's author can be asked in a chat. */
async function askableQuestion({ db, workspaceId }: WriteRequestContext): Promise<WriteRequest> {
  const integration = await buildChatIntegration(db, { workspaceId });
  const { id: channelId } = await buildChannel(db, { workspaceId, integrationId: integration.id });
  const { externalId, authorName, authorId } = await buildMessage(db, { workspaceId, channelId });
  const { id: articleId } = await buildArticle(db, { workspaceId, channelId, authorName });
  await buildArticleSource(db, { workspaceId, articleId, channelId, messageExternalId: externalId });
  const { id } = await buildOpenQuestion(db, { workspaceId, near: [articleId] });
  return { params: [id], body: { person: authorId } };
}

/**
 * An article made of unchanged chat sentences. With a run id, a language model has rewritten the article in that run.
 */
async function excerpt({ db, workspaceId, userId }: WriteRequestContext, run?: string): Promise<string> {
  const { id: channelId } = await buildChannel(db, { workspaceId });
  const { id } = await buildArticle(db, { workspaceId, channelId, ...(run && { form: "written" as const }) });
  await db.$client.query(
    `insert into conversations (workspace_id, id, channel_id, key, message_count, first_at, last_at, fingerprint, article_id)
     values ($1, $2, $3, '1700000000.000100', 2, now(), now(), 'judged', $4)`,
    [workspaceId, newId(), channelId, id],
  );
  if (run)
    await db.$client.query(
      `insert into inbox_decisions (workspace_id, id, subject, mark, article_id, choice, before, decided_by)
       values ($1, $2, 'written-up', $3, $4, 'write', '{"versions":{"made":1,"before":1}}', $5)`,
      [workspaceId, newId(), run, id, userId],
    );
  return id;
}

type Rows = (db: Database, values: { workspaceId: string }) => Promise<{ id: string }>;
const rowOf =
  (build: Rows, body?: object) =>
  async ({ db, workspaceId }: WriteRequestContext): Promise<WriteRequest> => ({
    params: [(await build(db, { workspaceId })).id],
    ...(body && { body }),
  });
const body = (value: object) => (): WriteRequest => ({ body: value });
const nothing = (): WriteRequest => ({});

const told = { app: true, mail: false, chat: false };
const ALL_KINDS = {
  decision: told,
  asked: told,
  answered: told,
  changed: told,
  conflict: told,
  retracted: told,
  new: told,
  failed: told,
  wiki: told,
};

/** No server answers at this address. */
const UNREACHABLE_MODEL = {
  provider: "openai-compatible",
  address: "http://127.0.0.1:9/v1",
  key: "key-0123456789abcdef",
};

async function withOwnModel({ db, workspaceId }: WriteRequestContext, name = "large"): Promise<void> {
  await db.$client.query(
    `insert into model_settings (workspace_id, provider, address, models, daily_cap_cents)
     values ($1, 'openai-compatible', $2, jsonb_build_object('main', $3::text), 0)`,
    [workspaceId, UNREACHABLE_MODEL.address, name],
  );
}

/** One request for each endpoint that changes data with a session. The owner must get 200 for each. */
export const WRITE_REQUESTS: {
  readonly [Key in WriteKey]: (asking: WriteRequestContext) => WriteRequest | Promise<WriteRequest>;
} = {
  "PATCH /api/auth/user": ({ email }) => ({
    body: { firstName: "Ada", lastName: "King", email, role: "member" },
  }),
  "POST /api/auth/change-password": body({ currentPassword: PASSWORD, newPassword: "analytical engine 1837" }),
  "PUT /api/auth/welcome": body({ dismissed: true }),
  "PUT /api/auth/dates": body({ timeZone: "Europe/Berlin", dateLocale: "de-DE" }),
  "POST /api/notifications/read": async ({ db, workspaceId, userId }) => {
    const { id } = await buildArticle(db, { workspaceId });
    await db.$client.query(
      `insert into notifications (workspace_id, id, user_id, kind, article_id, mark, in_app, by_mail)
       values ($1, gen_random_uuid(), $2, 'changed', $3, 'version 2', true, true)`,
      [workspaceId, userId, id],
    );
    return { body: {} };
  },
  "POST /api/presence": body({ window: "0123456789ab", articleId: null, isEditing: false }),
  "PUT /api/notification-settings": body({ mail: "weekly", hour: 7, weekday: 5, kinds: ALL_KINDS }),
  "PUT /api/watches": async ({ db, workspaceId }) => ({
    body: { kind: "article", target: (await buildArticle(db, { workspaceId })).id, isOn: true },
  }),
  "POST /api/categories": body({ name: "Runbooks", parentId: null }),
  "PATCH /api/categories/:id": rowOf(buildCategory, { name: "Handbooks" }),
  "POST /api/categories/:id/move": rowOf(buildCategory, { parentId: null, after: null }),
  "POST /api/categories/:id/merge": async ({ db, workspaceId }) => ({
    params: [(await buildCategory(db, { workspaceId })).id],
    body: { into: (await buildCategory(db, { workspaceId })).id },
  }),
  "DELETE /api/categories/:id": rowOf(buildCategory),
  "POST /api/saved-views": body({ name: "Deploys", filters: { category: "Operations" }, look: "list" }),
  "PATCH /api/saved-views/:id": async ({ db, workspaceId, userId }) => ({
    params: [(await buildSavedView(db, { workspaceId, userId })).id],
    body: { name: "Deploys" },
  }),
  "DELETE /api/saved-views/:id": async ({ db, workspaceId, userId }) => ({
    params: [(await buildSavedView(db, { workspaceId, userId })).id],
  }),
  "DELETE /api/sessions": nothing,
  "DELETE /api/sessions/:id": async ({ db, workspaceId, userId }) => ({
    params: [(await buildSession(db, { workspaceId, userId })).id],
  }),
  "POST /api/account-deletion": body({ proof: PASSWORD }),
  "POST /api/subscription/upgrade": body({ planId: "professional" }),
  "POST /api/subscription/cancel": nothing,
  "POST /api/subscription/resume": nothing,
  "POST /api/subscription/portal": async (asking) => {
    await withPayer(asking);
    return {};
  },
  "POST /api/provisioning/tokens": nothing,
  "DELETE /api/provisioning/tokens/:id": rowOf(buildScimToken),
  "POST /api/api-keys": body({
    name: "Wiki bot",
    scopes: ["articles"],
    audience: "everybody",
    addresses: [],
    days: 90,
  }),
  "DELETE /api/api-keys/:id": rowOf(buildApiKey),
  "DELETE /api/connected-apps/:id": async ({ db, workspaceId, userId }) => ({
    params: [(await buildConnectedApp(db, { workspaceId, userId })).id],
  }),
  "POST /api/webhooks": body({ url: "https://hooks.acme.example/", events: ["article.created"], channelIds: [] }),
  "PATCH /api/webhooks/:id": rowOf(buildWebhook, { isActive: false }),
  "DELETE /api/webhooks/:id": rowOf(buildWebhook),
  "POST /api/webhooks/:id/secret": rowOf(buildWebhook),
  "POST /api/webhooks/:id/test": rowOf(buildWebhook),
  "POST /api/webhooks/:id/deliveries/:deliveryId/replay": async ({ db, workspaceId }) => {
    const { webhookId, id } = await buildDelivery(db, { workspaceId });
    return { params: [webhookId, id] };
  },
  "POST /api/second-factor": body({ password: PASSWORD }),
  "POST /api/second-factor/confirm": async ({ send }) => {
    const { secret } = (await send("POST /api/second-factor", { body: { password: PASSWORD } })).json();
    return { body: { code: codeOf(secret) } };
  },
  "POST /api/second-factor/recovery-codes": async (asking) => ({
    body: { password: PASSWORD, code: codeOf(await withSecondFactor(asking)) },
  }),
  "POST /api/second-factor/off": async (asking) => ({
    body: { password: PASSWORD, code: codeOf(await withSecondFactor(asking)) },
  }),
  "PATCH /api/people/:id": rowOf((db, values) => buildUser(db, { ...values, membership: "viewer" }), {
    membership: "editor",
  }),
  "DELETE /api/people/:id": rowOf((db, values) => buildUser(db, { ...values, membership: "viewer" })),
  "POST /api/mail-domains": body({ domain: "acme-handbook.example" }),
  "POST /api/mail-domains/:id/check": rowOf(buildMailDomain),
  "POST /api/mail-domains/:id/mail": rowOf(buildMailDomain, { mailbox: "postmaster" }),
  "DELETE /api/mail-domains/:id": rowOf(buildMailDomain),
  "PUT /api/single-sign-on": body({
    issuer: "https://id.acme.example",
    clientId: "lorekeep",
    clientSecret: "a client secret",
    scopes: "openid email profile",
  }),
  "POST /api/single-sign-on/activate": async ({ db, workspaceId }) => {
    const { id } = await buildSignOnProvider(db, { workspaceId, testedAt: new Date() });
    return { body: { id } };
  },
  "PATCH /api/single-sign-on": async ({ db, workspaceId }) => {
    await buildSignOnProvider(db, { workspaceId, state: "active" });
    return { body: { isRequired: true } };
  },
  "DELETE /api/single-sign-on": async ({ db, workspaceId }) => {
    await buildSignOnProvider(db, { workspaceId });
    return {};
  },
  "POST /api/invitations": body({ emails: ["grace@acme-handbook.example"], membership: "editor" }),
  "POST /api/invitations/:id/resend": rowOf(buildInvitation),
  "POST /api/invitations/:id/approve": rowOf((db, values) => buildInvitation(db, { ...values, awaitsApproval: true })),
  "DELETE /api/invitations/:id": rowOf(buildInvitation),
  "POST /api/invitation-links": body({ membership: "viewer", days: 7 }),
  "DELETE /api/invitation-links/:id": rowOf(buildInvitationLink),
  "PUT /api/newcomers": body({ membership: "viewer", joinByDomain: false }),
  "POST /api/workspaces/:id/enter": async (asking) => ({ params: [await inAnotherWorkspace(asking)] }),
  "POST /api/workspaces/:id/join": async ({ db, email }) => {
    const { id: workspaceId } = await buildWorkspace(db, { joinByDomain: true });
    await buildUser(db, { workspaceId });
    await buildMailDomain(db, { workspaceId, domain: email.split("@")[1] ?? "", provenAt: new Date() });
    return { params: [workspaceId] };
  },
  "DELETE /api/workspaces/:id/membership": async (asking) => ({ params: [await inAnotherWorkspace(asking)] }),
  "POST /api/language-model/models": body(UNREACHABLE_MODEL),
  "POST /api/language-model/test": body({ ...UNREACHABLE_MODEL, models: { main: "large" } }),
  "PUT /api/language-model": body({ ...UNREACHABLE_MODEL, models: { main: "large", fast: "small" } }),
  "PUT /api/language-model/key": async (asking) => {
    await withOwnModel(asking);
    return { body: { key: "another-key-0123456789" } };
  },
  "DELETE /api/language-model": async (asking) => {
    await withOwnModel(asking);
    return {};
  },
  "PUT /api/language-model/caps": body({ day: 2.5, month: null }),
  "POST /api/language-model/waiting/continue": async (asking) => {
    await withOwnModel(asking, "claude-haiku-5-5");
    const modelWaits = { reason: "cap", until: null, sentence: "Today's dollars are spent." } as const;
    await buildChannel(asking.db, { workspaceId: asking.workspaceId, modelWaits });
    return { body: { dollars: 1 } };
  },
  "POST /api/language-model/again": async (asking) => {
    await withOwnModel(asking);
    return {};
  },
  "PUT /api/language-model/channels/:id": rowOf(buildChannel, { never: true }),
  "POST /api/model-trials": async ({ db, workspaceId }) => ({
    body: { channelId: (await buildChannel(db, { workspaceId })).id, most: 5 },
  }),
  "POST /api/model-trials/:id/repeat": rowOf(buildModelTrial, { model: "large" }),
  "POST /api/model-trials/:id/stop": async ({ db, workspaceId }) => {
    const { id: runId } = await buildRun(db, { workspaceId, kind: "trial", state: "running" });
    return { params: [(await buildModelTrial(db, { workspaceId, runId })).id] };
  },
  "POST /api/model-trials/:id/judge": async ({ db, workspaceId }) => {
    const { id, matterId } = await buildModelTrial(db, { workspaceId });
    return { params: [id], body: { matterId, judgement: "keep" } };
  },
  "POST /api/model-trials/:id/save": async ({ db, workspaceId }) => {
    const { id, matterId } = await buildModelTrial(db, { workspaceId });
    await db.$client.query("update trial_matters set judgement = 'keep' where id = $1", [matterId]);
    return { params: [id] };
  },
  "POST /api/model-trials/:id/read-all": rowOf(buildModelTrial),
  "PUT /api/settings": body({ sensitivity: 5, minMessageLength: 20, detectionKeywords: ["worker"] }),
  "PUT /api/retention": body({ keepDays: 90, keepsQuotes: true }),
  "PUT /api/settings/monitoring": body({ mode: "automatic" }),
  "PUT /api/settings/writing": body({ style: "Short sentences.", language: null, glossary: [] }),
  "POST /api/settings/writing/suggestions/:id": async ({ db, workspaceId }) => ({
    params: [(await buildStyleSuggestion(db, { workspaceId })).id],
    body: { choice: "accept" },
  }),
  "POST /api/connections": body({ platform: "notion" }),
  "POST /api/own-accounts": body({ platform: "confluence", from: "settings" }),
  "DELETE /api/own-accounts/:platform": async ({ db, workspaceId, userId }) => {
    await buildPlatformGrant(db, { workspaceId, personId: userId, platform: "confluence" });
    return { params: ["confluence"] };
  },
  "POST /api/connections/:id/integration": async ({ db, workspaceId, userId }) => ({
    params: [(await buildPlatformGrant(db, { workspaceId, grantedBy: userId })).id],
    body: { name: "Handbook", spaceId: "1a2b3c4d5e6f47018293a4b5c6d7e8f9" },
  }),
  "DELETE /api/connections/:id": async ({ db, workspaceId, userId }) => ({
    params: [(await buildPlatformGrant(db, { workspaceId, grantedBy: userId })).id],
  }),
  "POST /api/integrations/places": ({ knowledge: { type, baseUrl, apiKey } }) => ({
    body: { type, baseUrl, apiKey },
  }),
  "POST /api/integrations": ({ knowledge }) => ({ body: { name: "Handbook", ...knowledge } }),
  "PUT /api/integrations/:id": async (asking) => ({
    params: [await withKnowledge(asking)],
    body: { name: "Wiki" },
  }),
  "PUT /api/integrations/:id/readers": async (asking) => {
    const { id } = await buildChannel(asking.db, { workspaceId: asking.workspaceId, isPrivate: true });
    return { params: [await withKnowledge(asking)], body: { channelIds: [id] } };
  },
  "PUT /api/integrations/:id/page-tree": async (asking) => ({
    params: [await withKnowledge(asking)],
    body: { isOn: true },
  }),
  "PUT /api/wikis/:id": async (asking) => ({
    params: [await withKnowledge(asking)],
    body: { isOn: true, readers: "admins", places: [] },
  }),
  "POST /api/wikis/:id/events": async ({ db, workspaceId }) => ({
    params: [await buildWiki(db, workspaceId, { type: "git-docs" })],
    body: {},
  }),
  "DELETE /api/wikis/:id/events": async ({ db, workspaceId }) => ({
    params: [await buildWiki(db, workspaceId, { type: "git-docs" })],
  }),
  "POST /api/wiki-repairs": async ({ db, workspaceId }) => ({ body: await pageToRepair(db, workspaceId) }),
  "POST /api/wiki-repairs/:id/undo": async ({ db, workspaceId }) => ({
    params: [(await insertWikiRepair(db, { workspaceId })).id],
    body: {},
  }),
  "POST /api/wiki-pages/:id/verify": async ({ db, workspaceId }) => ({
    params: [(await buildFinding(db, workspaceId)).pageId],
    body: { version: "1" },
  }),
  "POST /api/wiki-pages/:id/keep": async ({ db, workspaceId }) => ({
    params: [(await buildFinding(db, workspaceId)).pageId],
    body: {},
  }),
  "POST /api/wiki-duplicates/:id/keep": async ({ db, workspaceId }) => ({
    params: [(await buildDuplicate(db, workspaceId)).id],
    body: {},
  }),
  "POST /api/wiki-findings/:id/decide": async ({ db, workspaceId }) => ({
    params: [(await buildFinding(db, workspaceId)).id],
    body: { choice: "ignore" },
  }),
  "DELETE /api/integrations/:id": async (asking) => ({ params: [await withKnowledge(asking)] }),
  "POST /api/integrations/:id/test": async (asking) => ({ params: [await withKnowledge(asking)] }),
  "POST /api/integrations/:id/test-page": async (asking) => ({ params: [await withKnowledge(asking)] }),
  "POST /api/collaboration-integrations": ({ chatConfig: config }) => ({
    body: { name: "Team chat", platform: "slack", config },
  }),
  "PATCH /api/collaboration-integrations/:id": async (asking) => ({
    params: [await withChat(asking)],
    body: { name: "Chat of the team" },
  }),
  "DELETE /api/collaboration-integrations/:id": async (asking) => ({ params: [await withChat(asking)] }),
  "PUT /api/collaboration-integrations/:id/channel-rule": async (asking) => ({
    params: [await withChat(asking)],
    body: { rule: "invited" },
  }),
  "POST /api/collaboration-integrations/:id/test": async (asking) => ({ params: [await withChat(asking)] }),
  "POST /api/collaboration-integrations/:id/last-message": async (asking) => ({ params: [await withChat(asking)] }),
  "POST /api/channels": async (asking) => ({
    body: {
      channelId: "C1",
      channelName: "support",
      platform: "slack",
      isActive: true,
      checkFrequencyMinutes: 30,
      integrationId: await withChat(asking),
    },
  }),
  "POST /api/channels/:id/earlier-messages": async ({ db, workspaceId }) => ({
    params: [(await buildChannel(db, { workspaceId, readsFrom: new Date() })).id],
  }),
  "DELETE /api/channels/:id": rowOf(buildChannel),
  "PUT /api/channels/:id/readers/:userId": async ({ db, workspaceId, userId }) => ({
    params: [(await buildChannel(db, { workspaceId })).id, userId],
    body: { isLetIn: true },
  }),
  "PUT /api/channels/:id/sharing": rowOf(buildChannel, { isAllowed: true }),
  "POST /api/collaboration-channels": async (asking) => ({
    body: {
      channelId: "C1",
      channelName: "support",
      checkFrequencyMinutes: 30,
      isActive: true,
      platform: "slack",
      integrationId: await withChat(asking),
    },
  }),
  "PATCH /api/collaboration-channels/:id": rowOf(buildChannel, { isActive: false }),
  "PUT /api/collaboration-channels/:id/questions": async (asking) => {
    const { db, workspaceId } = asking;
    const integrationId = await withChat(asking);
    return { params: [(await buildChannel(db, { workspaceId, integrationId })).id], body: { isOn: true } };
  },
  "PUT /api/collaboration-channels/:id/answers": async (asking) => {
    const { db, workspaceId } = asking;
    const integrationId = await withChat(asking);
    return { params: [(await buildChannel(db, { workspaceId, integrationId })).id], body: { isOn: true } };
  },
  "POST /api/articles/:id/held": async (asking) => ({
    params: [await heldArticle(asking)],
    body: { choice: "library-only" },
  }),
  "POST /api/articles/:id/reanalyze": rowOf(buildArticle),
  "POST /api/articles/bulk/reanalyze": async ({ db, workspaceId }) => ({
    body: { ids: [(await buildArticle(db, { workspaceId })).id] },
  }),
  "POST /api/settings/writing/preview": async (asking) => {
    const { articleId } = await onTwoConversations(asking);
    return { body: { articleId, style: "Short sentences.", language: null, glossary: [] } };
  },
  "POST /api/runs/:id/stop": rowOf(buildRun),
  "POST /api/excerpts/write": async (asking) => ({ body: { ids: [await excerpt(asking)] } }),
  "POST /api/excerpts/undo": async (asking) => {
    const runId = newId();
    await excerpt(asking, runId);
    return { body: { runId } };
  },
  "POST /api/articles/bulk/retry": async ({ db, workspaceId }) => {
    const { articleId } = await buildPublication(db, { workspaceId, state: "parked" });
    return { body: { ids: [articleId] } };
  },
  "POST /api/articles/bulk/remove": async ({ db, workspaceId }) => ({
    body: { ids: [(await buildArticle(db, { workspaceId })).id], pages: "keep" },
  }),
  "POST /api/articles/:id/confirm": async ({ db, workspaceId }) => ({
    params: [(await buildArticle(db, { workspaceId })).id],
  }),
  "PUT /api/articles/:id/owner": async ({ db, workspaceId }) => ({
    params: [(await buildArticle(db, { workspaceId })).id],
    body: { ownerId: (await buildUser(db, { workspaceId })).id },
  }),
  "PUT /api/inbox/assignments": async (asking) => ({
    body: {
      ids: [`held.${await heldArticle(asking)}`],
      assignee: (await buildUser(asking.db, { workspaceId: asking.workspaceId })).id,
      dueOn: "2026-12-01",
    },
  }),
  "POST /api/articles/bulk/restore": async (asking) => ({ body: { ids: [await trashedArticle(asking)] } }),
  "POST /api/articles/bulk/delete": async (asking) => ({ body: { ids: [await trashedArticle(asking)] } }),
  "POST /api/articles/trash/empty": async (asking) => {
    await trashedArticle(asking);
    return {};
  },
  "POST /api/articles/:id/publications/:publicationId/take-over": pageOfAPerson,
  "POST /api/articles/:id/publications/:publicationId/retry": async ({ db, workspaceId }) => {
    const { articleId, id } = await buildPublication(db, { workspaceId, state: "parked" });
    return { params: [articleId, id], body: { choice: "retry" } };
  },
  "PUT /api/articles/:id/content": rowOf(buildArticle, { version: 1, ...edited }),
  "POST /api/articles/:id/versions/:version/restore": async ({ db, workspaceId, send }) => {
    const { id } = await buildArticle(db, { workspaceId });
    await send("PUT /api/articles/:id/content", { params: [id], body: { version: 1, ...edited } });
    return { params: [id, "1"], body: { from: 2 } };
  },
  "POST /api/questions/:id/ask": askableQuestion,
  "POST /api/questions/:id/dismiss": rowOf(buildOpenQuestion),
  "PUT /api/answers/:id": async ({ db, workspaceId, userId }) => ({
    params: [(await buildGivenAnswer(db, { workspaceId, userId })).id],
    body: { vote: "outdated", question: "How do I restart the worker?" },
  }),
  "PUT /api/answers/:id/listing": async ({ db, workspaceId, userId }) => ({
    params: [(await buildGivenAnswer(db, { workspaceId, userId })).id],
    body: { question: "How do I restart the worker?", isListed: true },
  }),
  "POST /api/answers/:id/opened": async ({ db, workspaceId, userId }) => {
    const { id, articleId } = await buildGivenAnswer(db, { workspaceId, userId });
    return { params: [id], body: { articleId } };
  },
  "POST /api/ask": body({ question: "How do I restart the worker?" }),
  "POST /api/articles/:id/merge": async ({ db, workspaceId }) => ({
    params: [(await buildArticle(db, { workspaceId })).id],
    body: { into: (await buildArticle(db, { workspaceId })).id },
  }),
  "POST /api/articles/:id/split-off": async ({ db, workspaceId, send }) => {
    const said = (text: string) => ({ form: "sentence" as const, text, language: null, sources: [] });
    const { id } = await buildArticle(db, { workspaceId, summary: [said("One."), said("Two.")] });
    const { edition, summaryStatements } = (await send("GET /api/articles/:id", { params: [id] })).json();
    return {
      params: [id],
      body: { title: "Two", sentences: [{ key: summaryStatements[1].key, place: "own" }], edition },
    };
  },
  "POST /api/articles/:id/split": async (asking) => {
    const { articleId, second } = await onTwoConversations(asking);
    return { params: [articleId], body: { conversations: [second] } };
  },
  "POST /api/inbox/:id/decide": async (asking) => ({
    params: [`held.${await heldArticle(asking)}`],
    body: { choice: "library-only" },
  }),
  "POST /api/inbox/decide": async (asking) => ({
    body: { decisions: [{ id: `held.${await heldArticle(asking)}`, choice: "library-only" }] },
  }),
  "POST /api/inbox/decide-all": async (asking) => {
    await heldArticle(asking);
    return { body: { kind: "held", choice: "library-only", until: new Date().toISOString() } };
  },
  "PUT /api/inbox/snoozes": async (asking) => ({
    body: {
      ids: [`held.${await heldArticle(asking)}`],
      until: new Date(Date.now() + 86_400_000).toISOString(),
    },
  }),
  "POST /api/inbox/:id/undo": async (asking) => ({ params: [await decided(asking)] }),
  "POST /api/inbox/undo": async (asking) => ({ body: { ids: [await decided(asking)] } }),
  "PUT /api/review-settings": body({ reviewNewChannels: true, approvalsToTrust: 3, autoAcceptProposals: false }),
  "POST /api/test-slack-analysis": nothing,
  "POST /api/analyze": async ({ db, workspaceId }) => ({
    body: { channelId: (await buildChannel(db, { workspaceId })).id },
  }),
};
