import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { pino } from "pino";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import type { Membership } from "../../shared/domain/access.ts";
import { buildApp } from "../app.ts";
import { type Database, openDatabase } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import { type Env, loadEnv } from "../env.ts";
import { createOAuthConnections } from "../grants/connections.ts";
import { withGrantedTokens } from "../grants/granted-fetch.ts";
import { GrantedTokens } from "../grants/tokens.ts";
import { createBrowserEvents } from "../http/browser-events.ts";
import type { Viewer } from "../http/routes.ts";
import { createIdentityProvider } from "../identity/identity-provider.ts";
import type { Mail } from "../mail/mailer.ts";
import { startQueue } from "../queue/start-queue.ts";
import { loadKeyRing } from "../secrets/key-file.ts";
import { subscribeModules } from "../subscriptions.ts";
import { createToken, hashToken } from "../workspace/accounts/tokens.ts";
import { buildUser, buildWorkspace } from "./factories.ts";
import { refuseInTransactions, watchTransactions } from "./open-transactions.ts";
import { createTestDatabase } from "./test-db.ts";

export interface SignedIn {
  /** The value of the `cookie` header. */
  cookie: string;
  viewer: Viewer;
  /** `app.inject` with the cookie. */
  inject: (options: InjectOptions) => Promise<LightMyRequestResponse>;
}

export interface TestApp {
  app: FastifyInstance;
  deps: Deps;
  db: Database;
  /** Mails that the mailer received, oldest first. Queued mails arrive here when a worker sends them. */
  mails: Mail[];
  /** Signs in the given person, or a new person in a new workspace. */
  signIn(user?: { id: string; workspaceId: string; membership?: Membership }): Promise<SignedIn>;
  /** Creates a separate workspace for one test. */
  newWorkspace(): Promise<{ id: string }>;
  close(): Promise<void>;
}

/** Dependencies that a test replaces. `variables`: environment variables. */
export interface TestAppOverrides extends Partial<Omit<Deps, "env" | "db" | "connectors">> {
  /** A function gets a fetch that adds the tokens of OAuth connections. */
  connectors?: Deps["connectors"] | ((fetch: typeof globalThis.fetch, env: Env) => Deps["connectors"]);
  variables?: Record<string, string>;
  webRoot?: string;
}

/** Creates the application with its own database. Call this in `beforeAll`, and `close` in `afterAll`. */
export async function createTestApp({
  variables,
  webRoot,
  connectors = NO_PLATFORMS,
  ...overrides
}: TestAppOverrides = {}): Promise<TestApp> {
  subscribeModules();
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-test-data-"));
  const env = loadEnv({ DATA_DIR: dataDir, PUBLIC_URL: "http://localhost:3000", ...variables });
  watchTransactions(database.pool);
  const db = openDatabase(database.pool);
  const log = overrides.log ?? pino({ level: "silent" });
  const mails: Mail[] = [];
  const secrets = overrides.secrets ?? loadKeyRing({ env, dataDir });
  const fetch = createSafeFetch({ allow: env.EGRESS_ALLOW });
  const connections = overrides.connections ?? createOAuthConnections(env, fetch);
  const tokens = new GrantedTokens({ db, secrets, connections });
  const deps: Deps = {
    env,
    log,
    db,
    queue: overrides.queue ?? (await startQueue({ db, log })),
    events: createBrowserEvents(database.pool, log),
    mailer: { send: async (mail) => void mails.push(mail), close: () => {} },
    secrets,
    connectors:
      typeof connectors === "function" ? connectors(withGrantedTokens(fetch, { tokens, secrets }), env) : connectors,
    connections,
    // A language model writes answers only if one is configured.
    engines: missing("engines", ["writeAnswer"]),
    payment: null,
    identityProvider: createIdentityProvider(env, fetch),
    readTxtRecords: async () => [],
    fetch,
    ...overrides,
  };
  // No test may compute or call a model during a transaction.
  deps.engines = refuseInTransactions(deps.engines);
  if (deps.encoder) deps.encoder = refuseInTransactions(deps.encoder);
  await deps.events.start();
  const app = await buildApp(deps, { webRoot: webRoot ?? join(dataDir, "not-built") });

  return {
    app,
    deps,
    db,
    mails,
    newWorkspace: () => buildWorkspace(db),
    async signIn(user) {
      const { id: userId, workspaceId, membership = "owner" } = user ?? (await buildUser(db));
      const token = createToken();
      await database.pool.query(
        `insert into sessions (token_hash, workspace_id, user_id, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
        [hashToken(token), workspaceId, userId],
      );
      const cookie = `${env.PUBLIC_URL.startsWith("https:") ? "__Host-sid" : "sid"}=${token}`;
      return {
        cookie,
        viewer: { userId, workspaceId, membership },
        inject: (options) => app.inject({ ...options, headers: { ...options.headers, cookie } }),
      };
    },
    async close() {
      await app.close();
      await deps.events.stop();
      await deps.queue.stop(1_000);
      deps.mailer.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A test that needs a platform provides it. */
const NO_PLATFORMS = { sources: {}, targets: missing("connectors.targets") } as unknown as Deps["connectors"];

/** Throws when it is used, because a test that needs the dependency has to provide it. */
function missing<T extends object>(name: string, optional: string[] = []): T {
  return new Proxy({} as T, {
    get(_target, property) {
      if (optional.includes(String(property))) return undefined;
      throw new Error(`This test uses deps.${name}.${String(property)} and did not give it to createTestApp.`);
    },
  });
}
