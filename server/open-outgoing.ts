import { createConnectors } from "../connectors/registry.ts";
import { createSafeDispatcher, createSafeFetch } from "../connectors/safe-fetch.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";
import { createConnections } from "./grants/connections.ts";
import { withGrantedTokens } from "./grants/granted-fetch.ts";
import { GrantedTokens } from "./grants/tokens.ts";
import { createEngines } from "./llm/engines.ts";
import { operatorPlace } from "./operator-place.ts";
import { sharedCallClocks } from "./pace/call-clock-queries.ts";
import type { Encoder } from "./pipeline/meaning.ts";
import { startErrorReports } from "./telemetry/error-reports.ts";
import { startTracing, traceCalls } from "./telemetry/tracing.ts";

/** Traces and errors go to the operator's own places, and nowhere unless these are set. Answers how to stop them. */
export async function startTelemetry(env: Env): Promise<(() => Promise<void>)[]> {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: collector, SENTRY_DSN: dsn } = env;
  if (!collector && !dsn) return [];
  const allow = [...env.EGRESS_ALLOW, ...operatorPlace(collector), ...operatorPlace(dsn?.reveal())];
  const fetch = createSafeFetch({ ...waysOf(env), allow, timeoutMs: TELEMETRY_MS });
  return [await startTracing(env, fetch), startErrorReports(env, fetch)];
}

const waysOf = (env: Env) => ({
  allow: env.EGRESS_ALLOW,
  ...(env.EGRESS_PROXY && { proxy: env.EGRESS_PROXY.reveal() }),
});

type Given = Pick<Deps, "env" | "db" | "events" | "log" | "secrets"> & { encoder: Encoder };

/** All that calls other machines, through the guarded fetch. */
export async function openOutgoing({ env, db, events, log, secrets, encoder }: Given) {
  const ways = waysOf(env);
  const fetch = traceCalls(createSafeFetch(ways));
  const engines = await createEngines({
    encoder,
    env,
    db,
    events,
    log,
    fetch: traceCalls(
      createSafeFetch({
        ...ways,
        allow: [...ways.allow, ...operatorPlace(env.LLM_BASE_URL)],
        timeoutMs: env.LLM_TIMEOUT_SECONDS * 1000,
      }),
    ),
  });
  const connections = createConnections(env, fetch);
  const tokens = new GrantedTokens({ db, secrets, connections });
  const connectors = createConnectors({
    fetch: withGrantedTokens(fetch, { tokens, secrets }),
    clocks: sharedCallClocks(db, secrets),
    waitingFetch: traceCalls(createSafeFetch({ ...ways, timeoutMs: LONGEST_WAIT_MS, socketsPerHost: WAITING_AT_ONCE })),
    socketDispatcher: createSafeDispatcher(ways),
    slackDistribution: env.SLACK_DISTRIBUTION,
    slackApiUrl: env.SLACK_API_URL,
    confluenceGatewayUrl: env.CONFLUENCE_GATEWAY_URL,
    notionApiUrl: env.NOTION_API_URL,
    notionRequestsPerSecond: env.NOTION_REQUESTS_PER_SECOND,
    googleChatApiUrl: env.GOOGLE_CHAT_API_URL,
    googleTokenUrl: env.GOOGLE_TOKEN_URL,
    googlePubsubUrl: env.GOOGLE_PUBSUB_URL,
    googleWorkspaceEventsUrl: env.GOOGLE_WORKSPACE_EVENTS_URL,
    graphApiUrl: env.GRAPH_API_URL,
    microsoftLoginUrl: env.MICROSOFT_LOGIN_URL,
  });
  return { fetch, engines, connectors, connections };
}

/** Of calls that wait until something happens: Pub/Sub answers an empty pull sooner. */
const LONGEST_WAIT_MS = 110_000;
const WAITING_AT_ONCE = 500;
const TELEMETRY_MS = 5_000;
