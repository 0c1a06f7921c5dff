import { and, eq, gte, isNull, sql } from "drizzle-orm";
import { type ConnectorRegistry, createConnectors } from "../../../connectors/registry.ts";
import { createSafeFetch } from "../../../connectors/safe-fetch.ts";
import type { Statement } from "../../../shared/domain/article.ts";
import {
  type ConfluenceStandIn,
  DEFAULT_ACCOUNT,
  DEFAULT_SPACE,
  startConfluenceStandIn,
} from "../../../tools/stand-ins/confluence/server.ts";
import { GIT_REPOSITORY, GIT_TOKEN, type GitServer, startGitServer } from "../../../tools/stand-ins/git/server.ts";
import {
  DEFAULT_APP,
  DEFAULT_COLLECTION,
  type IntercomStandIn,
  startIntercomStandIn,
} from "../../../tools/stand-ins/intercom/server.ts";
import {
  DEFAULT_PARENT,
  DEFAULT_TOKEN,
  type NotionStandIn,
  startNotionStandIn,
} from "../../../tools/stand-ins/notion/server.ts";
import {
  DEFAULT_BASE,
  DEFAULT_USER,
  type ServicenowStandIn,
  startServicenowStandIn,
} from "../../../tools/stand-ins/servicenow/server.ts";
import {
  DEFAULT_CLIENT,
  DEFAULT_SECTION,
  startZendeskStandIn,
  type ZendeskStandIn,
} from "../../../tools/stand-ins/zendesk/server.ts";
import { activityLogs, articles, knowledgeIntegrations, publications } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import type { Deps } from "../../deps.ts";
import { buildArticle, buildArticleSource, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { createWorkerMemory, publishJob } from "../publish-job.ts";
import { requestPublications } from "../request-publications.ts";
import type { RetryRequest } from "../retry-publication.ts";

export type PlatformName = "confluence" | "notion";
export type HelpCenterName = "zendesk" | "intercom" | "servicenow";
type AnyName = PlatformName | HelpCenterName | "git-docs";

/** The application with a publishing worker and stand-ins for the platforms. */
export interface PublishingStage extends TestApp {
  confluence: ConfluenceStandIn;
  notion: NotionStandIn;
  zendesk: ZendeskStandIn;
  intercom: IntercomStandIn;
  servicenow: ServicenowStandIn;
  git: GitServer;
  connectors: ConnectorRegistry;
  /** Creates a workspace that publishes to these platforms. */
  newDesk(...platforms: AnyName[]): Promise<PublishingWorkspace>;
  /** Replaces the worker by a new worker with empty memory. */
  restartWorker(): void;
}

export interface PublishingWorkspace {
  workspaceId: string;
  person: SignedIn;
  /** The ids of the integrations. */
  integrations: Record<AnyName, string>;
  connect(platform: AnyName, change?: Record<string, unknown>): Promise<string>;
  /** Writes an article and requests its publication. */
  write(title: string, ...sentences: string[]): Promise<string>;
  /** Writes a new version of the article. */
  rewrite(articleId: string, ...sentences: string[]): Promise<void>;
  retitle(articleId: string, title: string): Promise<void>;
  publications(articleId: string): Promise<(typeof publications.$inferSelect)[]>;
  publication(articleId: string, platform: AnyName): Promise<typeof publications.$inferSelect>;
  article(articleId: string): Promise<typeof articles.$inferSelect>;
  integration(platform: AnyName): Promise<typeof knowledgeIntegrations.$inferSelect>;
  errors(): Promise<string[]>;
  retry(articleId: string, publicationId: string, choice: RetryRequest["choice"]): Promise<number>;
  /** Makes the article's next attempt due now. */
  hurry(articleId: string): Promise<void>;
  /** Ends the pauses after time-outs, because a busy machine makes the tests' short attempts time out. */
  forgiveSlowness(articleId: string): Promise<void>;
  /**
   * Makes the article's next attempt due now, even after an unknown outcome. Returns false if no publication waits, for
   * example during an attempt.
   */
  skipWaits(articleId: string): Promise<boolean>;
}

/** The parent to which tests move pages like a person. */
export const OTHER_SPACE = { key: "OPS", name: "Operations" };
export const SECTION_OF_PEOPLE = { id: 7_000_001, name: "Hardware for everybody" };
export const OTHER_PARENT = { id: "2a2b3c4d5e6f47018293a4b5c6d7e8f9", title: "Elsewhere" };

/** After this many failures, a test's publication probably fails only because the machine is slow. */
const SLOW_FROM = 3;

const sentence = (text: string): Statement => ({ form: "sentence", text, language: null, sources: ["1"] });
const bodyOf = (sentences: string[]) => [
  { role: "answer" as const, heading: "Answer", layout: "bullets" as const, statements: sentences.map(sentence) },
];

/** Gives an attempt more than the usual second, which a busy machine often exceeds. For tests without lost answers. */
export const LONG_WAIT_FOR_RESPONSE = { UNRESOLVED_WAIT_SECONDS: "60" };

/**
 * Requests per second for the product and the stand-ins. Only tests about Notion's limit use the real limit of three.
 */
const QUICK = 1_000;

/** Opens the stage with `repositories` on the Git server. Without repositories, Git need not be installed. */
export async function openPublishingStage(
  variables: Record<string, string> = {},
  repositories: string[] = [],
): Promise<PublishingStage> {
  const confluence = await startConfluenceStandIn({ spaces: [DEFAULT_SPACE, OTHER_SPACE] });
  const notion = await startNotionStandIn({ parents: [DEFAULT_PARENT, OTHER_PARENT], requestsPerSecond: QUICK });
  const zendesk = await startZendeskStandIn({ sections: [DEFAULT_SECTION, SECTION_OF_PEOPLE] });
  const intercom = await startIntercomStandIn();
  const servicenow = await startServicenowStandIn();
  const git = await startGitServer({ repositories });
  const fetch = createSafeFetch({ allow: ["127.0.0.1"] });
  const connectors = createConnectors({
    fetch,
    slackDistribution: "internal",
    confluenceGatewayUrl: confluence.gatewayUrl,
    notionApiUrl: notion.url,
    notionRequestsPerSecond: QUICK,
  });
  const app = await createTestApp({ connectors, variables: { UNRESOLVED_WAIT_SECONDS: "4", ...variables } });
  const { deps, db } = app;
  let memory = createWorkerMemory(deps);
  await deps.queue.work({ publish: (job, attempt) => publishJob(deps, job, attempt, memory) });

  async function newDesk(...platforms: AnyName[]): Promise<PublishingWorkspace> {
    const user = await buildUser(db);
    const { workspaceId } = user;
    const person = await app.signIn(user);
    const ids: Partial<Record<AnyName, string>> = {};
    const settings = {
      confluence: {
        baseUrl: confluence.url,
        spaceId: "DOC",
        apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
      },
      notion: { spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token },
      zendesk: {
        baseUrl: zendesk.url,
        spaceId: String(DEFAULT_SECTION.id),
        apiKey: `${DEFAULT_CLIENT.identifier}:${DEFAULT_CLIENT.secret}`,
      },
      intercom: { baseUrl: intercom.url, spaceId: String(DEFAULT_COLLECTION.id), apiKey: DEFAULT_APP.token },
      servicenow: {
        baseUrl: servicenow.url,
        spaceId: DEFAULT_BASE.title,
        apiKey: `${DEFAULT_USER.userName}:${DEFAULT_USER.password}`,
      },
      "git-docs": { baseUrl: `${git.url}/${GIT_REPOSITORY}`, spaceId: "docs", apiKey: GIT_TOKEN },
    };
    const isOf = (articleId: string) =>
      and(eq(publications.workspaceId, workspaceId), eq(publications.articleId, articleId));
    const want = (articleId: string) =>
      inWorkspace(db, workspaceId, (scope) => requestPublications(deps, scope, articleId));

    const desk: PublishingWorkspace = {
      workspaceId,
      person,
      integrations: ids as Record<AnyName, string>,
      async connect(platform, change = {}) {
        const answer = await person.inject({
          method: "POST",
          url: "/api/integrations",
          payload: { name: platform, type: platform, ...settings[platform], ...change },
        });
        ids[platform] = answer.json<{ id: string }>().id;
        return ids[platform];
      },
      async write(title, ...sentences) {
        const { id } = await buildArticle(db, { workspaceId, title, body: bodyOf(sentences), status: "processing" });
        await buildArticleSource(db, { workspaceId, articleId: id, messageExternalId: "1" });
        await want(id);
        return id;
      },
      async rewrite(articleId, ...sentences) {
        await db
          .update(articles)
          .set({ body: bodyOf(sentences), version: sql`version + 1` })
          .where(eq(articles.id, articleId));
        await want(articleId);
      },
      async retitle(articleId, title) {
        await db.update(articles).set({ title, version: sql`version + 1` }).where(eq(articles.id, articleId));
        await want(articleId);
      },
      publications: (articleId) => db.select().from(publications).where(isOf(articleId)).orderBy(publications.id),
      async publication(articleId, platform) {
        const rows = await desk.publications(articleId);
        const row = rows.find(({ integrationId }) => integrationId === ids[platform]);
        if (!row) throw new Error(`The article has no publication on ${platform}.`);
        return row;
      },
      async article(articleId) {
        const [row] = await db.select().from(articles).where(eq(articles.id, articleId));
        if (!row) throw new Error("There is no such article.");
        return row;
      },
      async integration(platform) {
        const [row] = await db
          .select()
          .from(knowledgeIntegrations)
          .where(eq(knowledgeIntegrations.id, ids[platform] ?? ""));
        if (!row) throw new Error(`${platform} is not connected.`);
        return row;
      },
      async errors() {
        const rows = await db
          .select({ message: activityLogs.message })
          .from(activityLogs)
          .where(and(eq(activityLogs.workspaceId, workspaceId), eq(activityLogs.type, "error")));
        return rows.map(({ message }) => message);
      },
      async retry(articleId, publicationId, choice) {
        const url = `/api/articles/${articleId}/publications/${publicationId}/retry`;
        return (await person.inject({ method: "POST", url, payload: { choice } })).statusCode;
      },
      async hurry(articleId) {
        await db.update(publications).set({ nextAttemptAt: sql`now()`, intentAt: null }).where(isOf(articleId));
        for (const { id } of await desk.publications(articleId)) await enqueue(deps, workspaceId, id);
      },
      async forgiveSlowness(articleId) {
        const isSlow = and(isOf(articleId), eq(publications.state, "queued"), gte(publications.attempts, SLOW_FROM));
        const slow = await db
          .update(publications)
          .set({ nextAttemptAt: sql`now()`, attempts: 0 })
          .where(isSlow)
          .returning({ id: publications.id });
        for (const { id } of slow) await enqueue(deps, workspaceId, id);
      },
      async skipWaits(articleId) {
        const longest = sql`make_interval(secs => ${deps.env.UNRESOLVED_WAIT_SECONDS})`;
        const isIdle = and(isOf(articleId), eq(publications.state, "queued"), isNull(publications.leaseUntil));
        const isLater = sql`(${publications.nextAttemptAt} > now() or ${publications.intentAt} > now() - ${longest})`;
        const waiting = await db
          .update(publications)
          .set({ nextAttemptAt: sql`now()`, intentAt: sql`${publications.intentAt} - ${longest}` })
          .where(and(isIdle, isLater))
          .returning({ id: publications.id });
        for (const { id } of waiting) await enqueue(deps, workspaceId, id);
        return waiting.length > 0;
      },
    };
    for (const platform of platforms) await desk.connect(platform);
    return desk;
  }

  return {
    ...app,
    confluence,
    notion,
    zendesk,
    intercom,
    servicenow,
    git,
    connectors,
    newDesk,
    restartWorker: () => void (memory = createWorkerMemory(deps)),
    async close() {
      await app.close();
      await confluence.close();
      await notion.close();
      await zendesk.close();
      await intercom.close();
      await servicenow.close();
      await git.close();
    },
  };
}

function enqueue(deps: Deps, workspaceId: string, publicationId: string): Promise<void> {
  return inWorkspace(deps.db, workspaceId, (scope) =>
    deps.queue.enqueue(scope, { queue: "publish", workspaceId, publicationId }),
  );
}
