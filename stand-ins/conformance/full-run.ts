import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createConnectors } from "../../connectors/registry.ts";
import { DemoVisitor } from "../../demo/demo-visitor.ts";
import { startStandIns } from "../../demo/start-stand-ins.ts";
import { buildApp } from "../../server/app.ts";
import { removeDataFolder } from "../../server/db/embedded/layout.ts";
import { loadEnv } from "../../server/env.ts";
import { createAccount } from "../../server/features/accounts/create-account.ts";
import { createLogger } from "../../server/log.ts";
import { openDeps } from "../../server/open-deps.ts";
import { startWorker } from "../../server/worker.ts";
import { NotionChecks } from "./notion-checks.ts";
import { type ConformanceReport, KNOWN_GAP, startStrictPeer } from "./strict-peer.ts";

const ACCOUNT = {
  firstName: "Ann",
  lastName: "Checker",
  email: "ann@checks.example",
  company: "Checks",
  password: "conformance",
};

/** The demo's whole main job with the vendors' descriptions between the product and every platform. */
export async function conformFullRun(specsDir: string): Promise<ConformanceReport> {
  const dataDir = await mkdtemp(join(tmpdir(), "lorekeep-conformance-"));
  const standIns = await startStandIns(null);
  const slack = await startStrictPeer(specsDir, "slack.peer.json", standIns.slack.url);
  const v1 = await startStrictPeer(specsDir, "confluence.v1.peer.json", standIns.confluence.url);
  const v2 = await startStrictPeer(specsDir, "confluence.v2.peer.json", standIns.confluence.url);
  const notion = new NotionChecks(specsDir);
  const env = loadEnv({
    LOG_LEVEL: "error",
    DATA_DIR: dataDir,
    PORT: "0",
    UNRESOLVED_WAIT_SECONDS: "10",
    ...standIns.environment,
  });
  const { deps, close } = await openDeps(env, createLogger(env, process.stderr));
  let checked = 0;
  const throughPeers: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    if (url.origin === standIns.notion.url) return notion.fetch(input, init);
    checked += 1;
    const isSlack = url.origin === standIns.slack.url;
    const peer = isSlack ? slack : url.pathname.startsWith("/wiki/rest/") ? v1 : v2;
    const answer = await fetch(`${peer.url}${url.pathname}${url.search}`, init);
    // A refusal did nothing, so it can be asked for again without the peer, which lets none through (see KNOWN_GAP).
    return answer.status === 500 && KNOWN_GAP.test(await answer.clone().text()) ? fetch(input, init) : answer;
  };
  deps.connectors = createConnectors({
    fetch: throughPeers,
    slackDistribution: env.SLACK_DISTRIBUTION,
    slackApiUrl: env.SLACK_API_URL,
    notionApiUrl: env.NOTION_API_URL,
  });
  const app = await buildApp(deps);
  const worker = await startWorker(deps);
  try {
    const address = await app.listen({ host: "127.0.0.1", port: 0 });
    await createAccount(deps, { ...ACCOUNT, verified: true });
    const visitor = new DemoVisitor(address, () => {});
    await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
    await visitor.connectPlatforms(standIns);
    await visitor.monitorChannels(standIns.teams);
    await visitor.analyseEverything();
    await visitor.waitForPublications();
    return {
      name: "The demo's full run: Slack, Confluence and Notion",
      requests: checked + notion.requests,
      responses: standIns.confluence.calls.length + notion.responses,
      violations: [...slack.violations, ...v1.violations, ...v2.violations, ...notion.violations],
    };
  } finally {
    await worker.stop();
    await app.close();
    await close();
    for (const peer of [slack, v1, v2]) peer.stop();
    await standIns.close();
    await removeDataFolder(dataDir);
  }
}
