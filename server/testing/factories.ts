import { DEFAULT_DETECTION_SETTINGS } from "../../shared/domain/detection.ts";
import { DEFAULT_REVIEW_SETTINGS } from "../../shared/domain/inbox.ts";
import { WEBHOOK_EVENTS } from "../../shared/domain/webhooks.ts";
import { newId } from "../db/new-id.ts";
import {
  activityLogs,
  answerArticles,
  apiKeys,
  articleSources,
  articles,
  articleVersions,
  categories,
  channels,
  chatIntegrations,
  givenAnswers,
  invitationLinks,
  invitations,
  knowledgeIntegrations,
  mailDomains,
  messages,
  modelTrials,
  oauthGrants,
  oauthTokens,
  openQuestions,
  platformGrants,
  publications,
  reviewSettings,
  runs,
  savedViews,
  scimTokens,
  sessions,
  signOnProviders,
  trialMatters,
  users,
  webhookDeliveries,
  webhooks,
  workspaceSettings,
  workspaces,
} from "../db/schema.ts";
import type { Database } from "../db/workspace-scope.ts";

/**
 * Builders of complete and valid rows for tests. A test may give any values. The builders create missing parents (a
 * workspace, a channel, an article), with the database owner's rights.
 */

const counts = new WeakMap<Database, number>();
/** Each database counts from 1, whichever test files ran before. */
function next(db: Database): number {
  const number = (counts.get(db) ?? 0) + 1;
  counts.set(db, number);
  return number;
}

/**
 * The workspace publishes articles without review, because most tests are about published articles. Tests of the review
 * set their own risk.
 */
export async function buildWorkspace(db: Database, values: Partial<typeof workspaces.$inferInsert> = {}) {
  const workspace = one(
    await db
      .insert(workspaces)
      .values({ id: newId(), name: `Workspace ${next(db)}`, ...values })
      .returning(),
  );
  const review = { ...DEFAULT_REVIEW_SETTINGS, reviewNewChannels: false, acceptedRisk: 50 };
  await db.insert(reviewSettings).values({ ...review, workspaceId: workspace.id });
  return workspace;
}

type RowValues<Table extends { $inferInsert: unknown }> = Partial<Table["$inferInsert"]>;

/** A verified owner without a password. Use the test app's `signIn` to sign in. */
export async function buildUser(db: Database, values: RowValues<typeof users> = {}) {
  const number = next(db);
  return one(
    await db
      .insert(users)
      .values({
        id: newId(),
        email: `ada${number}-${newId().slice(-8)}@acme.test`,
        firstName: "Ada",
        lastName: "Lovelace",
        company: "Acme",
        emailVerifiedAt: new Date(),
        emailProof: "mail",
        membership: "owner",
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

/** A session of a new person of the workspace. Nobody has its cookie; use the test app's `signIn` to sign in. */
export async function buildSession(db: Database, values: RowValues<typeof sessions> = {}) {
  const workspaceId = await workspaceOf(db, values);
  return one(
    await db
      .insert(sessions)
      .values({
        tokenHash: newId(),
        expiresAt: new Date(Date.now() + 86_400_000),
        ...values,
        userId: values.userId ?? (await buildUser(db, { workspaceId })).id,
        workspaceId,
      })
      .returning(),
  );
}

/** A SCIM token's row. Nobody has the token itself. */
export async function buildScimToken(db: Database, values: RowValues<typeof scimTokens> = {}) {
  const id = newId();
  return one(
    await db
      .insert(scimTokens)
      .values({ id, tokenHash: `hash of ${id}`, last4: "abcd", ...values, workspaceId: await workspaceOf(db, values) })
      .returning(),
  );
}

/** A webhook's row. Nobody has the webhook's secret. */
export async function buildWebhook(db: Database, values: RowValues<typeof webhooks> = {}) {
  const workspaceId = await workspaceOf(db, values);
  return one(
    await db
      .insert(webhooks)
      .values({
        id: newId(),
        url: "https://hooks.acme.example/lorekeep",
        events: [...WEBHOOK_EVENTS],
        secretsSealed: "sealed",
        ...values,
        workspaceId,
      })
      .returning(),
  );
}

export async function buildDelivery(db: Database, values: RowValues<typeof webhookDeliveries> = {}) {
  const workspaceId = await workspaceOf(db, values);
  const webhookId = values.webhookId ?? (await buildWebhook(db, { workspaceId })).id;
  return one(
    await db
      .insert(webhookDeliveries)
      .values({ id: newId(), type: "webhook.test", state: "failed", ...values, workspaceId, webhookId })
      .returning(),
  );
}

export async function buildApiKey(db: Database, values: RowValues<typeof apiKeys> = {}) {
  const id = newId();
  const workspaceId = await workspaceOf(db, values);
  return one(
    await db
      .insert(apiKeys)
      .values({
        id,
        name: "Wiki bot",
        prefix: "lk_abcdefgh",
        last4: "wxyz",
        keyHash: `hash of ${id}`,
        scopes: ["articles"],
        audience: "everybody",
        addresses: [],
        ...values,
        createdBy: values.createdBy ?? (await buildUser(db, { workspaceId })).id,
        workspaceId,
      })
      .returning(),
  );
}

/** An untested draft, whose secret cannot be decrypted. */
export async function buildSignOnProvider(db: Database, values: RowValues<typeof signOnProviders> = {}) {
  return one(
    await db
      .insert(signOnProviders)
      .values({
        id: newId(),
        state: "draft",
        issuer: "https://id.acme.test",
        clientId: "lorekeep",
        secretSealed: "sealed",
        scopes: "openid email profile",
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

/** An app that this person has connected, with an access token that has this hash. */
export async function buildConnectedApp(
  db: Database,
  values: RowValues<typeof oauthGrants> & { tokenHash?: string } = {},
) {
  const id = values.id ?? newId();
  const workspaceId = await workspaceOf(db, values);
  const resource = values.resource ?? "http://localhost:3000/mcp";
  const scopes = values.scopes ?? ["articles"];
  const expiresAt = new Date(Date.now() + 3_600_000);
  const { tokenHash = `hash of ${id}`, ...row } = values;
  const grant = one(
    await db
      .insert(oauthGrants)
      .values({
        clientId: `client of ${id}`,
        clientName: "Coding agent",
        redirectHost: "127.0.0.1:4711",
        expiresAt,
        ...row,
        id,
        scopes,
        resource,
        userId: values.userId ?? (await buildUser(db, { workspaceId })).id,
        workspaceId,
      })
      .returning(),
  );
  const payload = { aud: resource, scope: scopes.join(" ") };
  await db
    .insert(oauthTokens)
    .values({ workspaceId, idHash: tokenHash, kind: "AccessToken", grantId: id, payload, expiresAt });
  return grant;
}

/** A claimed but unproven domain. */
export async function buildMailDomain(db: Database, values: RowValues<typeof mailDomains> = {}) {
  return one(
    await db
      .insert(mailDomains)
      .values({
        id: newId(),
        domain: `domain${next(db)}.test`,
        challenge: "abcd",
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

/** A category at the top level, created by a person. */
export async function buildCategory(db: Database, values: RowValues<typeof categories> = {}) {
  const workspaceId = await workspaceOf(db, values);
  const category = { id: newId(), name: `Category ${next(db)}`, madeByPerson: true, ...values };
  return one(
    await db
      .insert(categories)
      .values({ ...category, workspaceId })
      .returning(),
  );
}

/** A saved view. Belongs to a new person unless one is given. */
export async function buildSavedView(db: Database, values: RowValues<typeof savedViews> = {}) {
  const workspaceId = await workspaceOf(db, values);
  const userId = values.userId ?? (await buildUser(db, { workspaceId })).id;
  const view = { id: newId(), name: `View ${next(db)}`, filters: { category: "Operations" }, ...values };
  return one(
    await db
      .insert(savedViews)
      .values({ ...view, workspaceId, userId })
      .returning(),
  );
}

/** A pending invitation; nobody has its token. */
export async function buildInvitation(db: Database, values: RowValues<typeof invitations> = {}) {
  const id = newId();
  return one(
    await db
      .insert(invitations)
      .values({
        id,
        email: `invited-${id.slice(-8)}@acme.test`,
        membership: "editor",
        tokenHash: `hash of ${id}`,
        expiresAt: new Date(Date.now() + 86_400_000),
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

/** An invitation link's row. Nobody has the token itself. */
export async function buildInvitationLink(db: Database, values: RowValues<typeof invitationLinks> = {}) {
  const id = newId();
  return one(
    await db
      .insert(invitationLinks)
      .values({
        id,
        tokenHash: `hash of ${id}`,
        last4: "abcd",
        membership: "viewer",
        expiresAt: new Date(Date.now() + 86_400_000),
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

export async function buildSettings(db: Database, values: RowValues<typeof workspaceSettings> = {}) {
  return one(
    await db
      .insert(workspaceSettings)
      .values({
        ...DEFAULT_DETECTION_SETTINGS,
        lastUpdated: new Date(),
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

/** A knowledge integration. Unless a key is given, its stored key is invalid and cannot be decrypted. */
export async function buildIntegration(db: Database, values: RowValues<typeof knowledgeIntegrations> = {}) {
  return one(
    await db
      .insert(knowledgeIntegrations)
      .values({
        id: newId(),
        name: `Handbook ${next(db)}`,
        type: "confluence",
        baseUrl: "https://acme.atlassian.net",
        spaceId: "ENG",
        apiKeySealed: "not sealed",
        apiKeyLast4: "cret",
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

/** An OAuth grant of Notion without an integration. */
export async function buildPlatformGrant(db: Database, values: RowValues<typeof platformGrants> = {}) {
  return one(
    await db
      .insert(platformGrants)
      .values({
        id: newId(),
        platform: "notion",
        tokensSealed: "",
        scopes: [],
        accountId: `workspace-${next(db)}`,
        accountName: "Acme",
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

export async function buildChatIntegration(db: Database, values: RowValues<typeof chatIntegrations> = {}) {
  return one(
    await db
      .insert(chatIntegrations)
      .values({
        id: newId(),
        name: `Team chat ${next(db)}`,
        platform: "slack",
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

export async function buildChannel(db: Database, values: RowValues<typeof channels> = {}) {
  const number = next(db);
  return one(
    await db
      .insert(channels)
      .values({
        id: newId(),
        platform: "slack",
        externalId: `C${String(number).padStart(9, "0")}`,
        name: `support-${number}`,
        checkFrequencyMinutes: 10,
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

export async function buildMessage(db: Database, values: RowValues<typeof messages> = {}) {
  const workspaceId = await workspaceOf(db, values);
  const number = next(db);
  return one(
    await db
      .insert(messages)
      .values({
        externalId: `17000000${String(number).padStart(2, "0")}.000100`,
        authorId: "U1",
        authorName: "Grace Hopper",
        sentAt: new Date(),
        text: `Message ${number}`,
        ...values,
        channelId: values.channelId ?? (await buildChannel(db, { workspaceId })).id,
        workspaceId,
      })
      .returning(),
  );
}

/** A published article with its first version. `buildArticleSource` creates its sources. */
export async function buildArticle(db: Database, values: RowValues<typeof articles> = {}) {
  const statement = { form: "sentence" as const, text: "Restart the worker.", language: null, sources: ["1"] };
  const row = one(
    await db
      .insert(articles)
      .values({
        id: newId(),
        channelName: "support",
        status: "published",
        title: `How to restart the worker ${next(db)}`,
        summaryText: statement.text,
        summary: [statement],
        body: [],
        bodyText: statement.text,
        contentType: "howto",
        category: "Operations",
        difficulty: "beginner",
        priority: "medium",
        confidence: 0.9,
        reasons: ["A question was answered."],
        tags: ["worker"],
        keywords: ["restart"],
        estimatedReadTime: 1,
        redactions: [],
        authorName: "Grace Hopper",
        engine: "local",
        version: 1,
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
  const { workspaceId, id: articleId, version, title, summary, body, engine } = row;
  await db
    .insert(articleVersions)
    .values({ workspaceId, articleId, version, title, summary, body, engine, reason: "Written." });
  return row;
}

export async function buildArticleSource(db: Database, values: RowValues<typeof articleSources> = {}) {
  const workspaceId = await workspaceOf(db, values);
  return one(
    await db
      .insert(articleSources)
      .values({
        messageExternalId: `17000000${String(next(db)).padStart(2, "0")}.000200`,
        authorName: "Grace Hopper",
        sentAt: new Date(),
        text: "Restart the worker.",
        ...values,
        articleId: values.articleId ?? (await buildArticle(db, { workspaceId })).id,
        workspaceId,
      })
      .returning(),
  );
}

/** A question that was asked in the product. */
export async function buildOpenQuestion(db: Database, values: RowValues<typeof openQuestions> = {}) {
  const workspaceId = await workspaceOf(db, values);
  const isInChat = values.channelId != null;
  return one(
    await db
      .insert(openQuestions)
      .values({
        id: newId(),
        groupId: newId(),
        ...(!isInChat && { words: "Who waters the plants?" }),
        ...values,
        userId: values.userId ?? (isInChat ? null : (await buildUser(db, { workspaceId, membership: "viewer" })).id),
        workspaceId,
      })
      .returning(),
  );
}

/** A question that was asked in the product, with an answer that showed sentences of one article. */
export async function buildGivenAnswer(
  db: Database,
  {
    articleId,
    openedAt = null,
    ...values
  }: RowValues<typeof givenAnswers> & { articleId?: string; openedAt?: Date | null } = {},
) {
  const workspaceId = await workspaceOf(db, values);
  const userId = values.userId ?? (await buildUser(db, { workspaceId, membership: "viewer" })).id;
  const row = one(
    await db
      .insert(givenAnswers)
      .values({ id: newId(), ...values, userId, workspaceId })
      .returning(),
  );
  const shown = articleId ?? (await buildArticle(db, { workspaceId })).id;
  await db.insert(answerArticles).values({ workspaceId, answerId: row.id, articleId: shown, isShown: true, openedAt });
  return { ...row, articleId: shown };
}

export async function buildPublication(db: Database, values: RowValues<typeof publications> = {}) {
  const workspaceId = await workspaceOf(db, values);
  return one(
    await db
      .insert(publications)
      .values({
        id: newId(),
        state: "queued",
        marker: `ref lk-${next(db)}`,
        wantedVersion: 1,
        ...values,
        articleId: values.articleId ?? (await buildArticle(db, { workspaceId })).id,
        integrationId: values.integrationId ?? (await buildIntegration(db, { workspaceId })).id,
        workspaceId,
      })
      .returning(),
  );
}

/** A finished trial of a language model with one article about one message, which nobody has judged. */
export async function buildModelTrial(
  db: Database,
  {
    said = "The label printer is calibrated with pause and feed.",
    ...values
  }: RowValues<typeof modelTrials> & { said?: string } = {},
) {
  const workspaceId = await workspaceOf(db, values);
  const channelId = values.channelId ?? (await buildChannel(db, { workspaceId })).id;
  const { externalId } = await buildMessage(db, { workspaceId, channelId, text: said });
  const id = newId();
  const trial = one(
    await db
      .insert(modelTrials)
      .values({ id, series: id, most: 20, isFound: true, writtenBy: "model-1", ...values, workspaceId, channelId })
      .returning(),
  );
  const statement = { form: "sentence" as const, text: said, language: null, sources: [externalId] };
  const article = {
    title: said,
    summary: [statement],
    body: [{ role: "answer" as const, heading: null, layout: "prose" as const, statements: [statement] }],
    contentType: "faq" as const,
    category: "General",
    difficulty: "beginner" as const,
    priority: "medium" as const,
    tags: [],
    keywords: [],
    estimatedReadTime: 1,
    redactions: [],
    confidence: 0.9,
    form: "written" as const,
  };
  const verdicts = [[{ text: said, verdict: "yes" as const, why: null }]];
  const matter = one(
    await db
      .insert(trialMatters)
      .values({
        workspaceId,
        id: newId(),
        trialId: trial.id,
        place: 0,
        sources: [externalId],
        question: said,
        gist: said,
        kind: "faq",
        settled: "settled",
        written: { outcome: "articles", articles: [article], why: null, verdicts },
        chance: 0.9,
        writtenAt: new Date(),
      })
      .returning(),
  );
  return { ...trial, matterId: matter.id, messageId: externalId };
}

export async function buildRun(db: Database, values: RowValues<typeof runs> = {}) {
  const progress = {
    step: "Waiting",
    channelsDone: 0,
    channelsTotal: 0,
    messagesRead: 0,
    conversationsFound: 0,
    articlesCreated: 0,
    articlesUpdated: 0,
    fraction: null,
  };
  return one(
    await db
      .insert(runs)
      .values({
        id: newId(),
        kind: "test",
        state: "queued",
        input: {},
        progress,
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

export async function buildLog(db: Database, values: RowValues<typeof activityLogs> = {}) {
  return one(
    await db
      .insert(activityLogs)
      .values({
        id: newId(),
        type: "message_analyzed",
        message: `Analysed ${next(db)} messages.`,
        ...values,
        workspaceId: await workspaceOf(db, values),
      })
      .returning(),
  );
}

async function workspaceOf(db: Database, { workspaceId }: { workspaceId?: string | undefined }): Promise<string> {
  return workspaceId ?? (await buildWorkspace(db)).id;
}

function one<Row>(rows: Row[]): Row {
  const [row] = rows;
  if (!row) throw new Error("The row was not written.");
  return row;
}
