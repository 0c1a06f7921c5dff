import { createConnectors } from "../../../connectors/registry.ts";
import { ProcessLifecycle } from "../../../server/lifetime.ts";
import { readConnectorAddresses } from "../../../server/platform-settings.ts";
import { createAccount } from "../../../server/workspace/accounts/create-account.ts";
import { DemoVisitor } from "../../demo/demo-visitor.ts";
import { createDemoWorld } from "../../demo/demo-world.ts";
import { startProduct } from "../start-product.ts";
import type { StandIns } from "../start-stand-ins.ts";
import { NotionChecks } from "./notion-checks.ts";
import { type ConformanceReport, KNOWN_GAP, startSpecValidator } from "./strict-peer.ts";

const ACCOUNT = {
  firstName: "Ann",
  lastName: "Checker",
  email: "ann@checks.example",
  company: "Checks",
  password: "conformance",
  plan: "enterprise",
} as const;

/**
 * Runs the demo's main workflow. The vendors' descriptions validate the calls between the product and every platform.
 */
export async function conformFullRun(specsDir: string): Promise<ConformanceReport> {
  const life = new ProcessLifecycle((error) => void process.stderr.write(`${String(error)}\n`));
  const notion = new NotionChecks(specsDir);
  const world = createDemoWorld();
  const violations: string[][] = [notion.violations];
  let checked = 0;

  async function throughPeers(standIns: StandIns): Promise<typeof fetch> {
    const peer = async (spec: string, upstream: string) => {
      const started = await startSpecValidator(specsDir, spec, upstream);
      life.started(async () => started.stop());
      violations.push(started.violations);
      return started;
    };
    const slack = await peer("slack.peer.json", standIns.slack.url);
    const v1 = await peer("confluence.v1.peer.json", standIns.confluence.url);
    const v2 = await peer("confluence.v2.peer.json", standIns.confluence.url);
    return async (input, init) => {
      const url = new URL(input instanceof Request ? input.url : input);
      if (url.origin === standIns.notion.url) return notion.fetch(input, init);
      // Google Chat is compared separately (google-chat.ts).
      if (url.origin === standIns.googleChat?.url) return fetch(input, init);
      const isSlack = url.origin === standIns.slack.url;
      // Slack's OpenAPI file lacks this method.
      if (isSlack && url.pathname.endsWith("/users.lookupByEmail")) return fetch(input, init);
      // The available description of Confluence lacks the call that moves pages:
      // developer.atlassian.com/cloud/confluence/rest/v1/api-group-content---children-and-descendants
      if (/\/move\/(append|before|after)\/\d+$/.test(url.pathname)) return fetch(input, init);
      checked += 1;
      const between = isSlack ? slack : url.pathname.startsWith("/wiki/rest/") ? v1 : v2;
      const answer = await fetch(`${between.url}${url.pathname}${url.search}`, init);
      // The validator blocks every refusal (see KNOWN_GAP). A refused call had no effect, so it is repeated without the
      // validator.
      return answer.status === 500 && KNOWN_GAP.test(await answer.clone().text()) ? fetch(input, init) : answer;
    };
  }

  try {
    const { deps, address, standIns } = await life.start(() =>
      startProduct({
        life,
        world,
        settings: { LOG_LEVEL: "error", PORT: "0", UNRESOLVED_WAIT_SECONDS: "10" },
        adjust: async (opened, around) => {
          opened.connectors = createConnectors({
            fetch: await throughPeers(around),
            ...readConnectorAddresses(opened.env),
          });
        },
      }),
    );
    await createAccount(deps, { ...ACCOUNT, verified: true });
    world.fill(standIns);
    const platforms = world.platformsOf(standIns);
    const visitor = new DemoVisitor(address, () => {});
    await visitor.signIn(ACCOUNT.email, ACCOUNT.password);
    await visitor.connectPlatforms(platforms);
    await visitor.monitorChannels(platforms);
    await visitor.analyseEverything(platforms.reviewed);
    await visitor.waitForPublications();
    return {
      name: "The demo's full run: Slack, Confluence and Notion",
      requests: checked + notion.requests,
      responses: standIns.confluence.calls.length + notion.responses,
      violations: violations.flat(),
    };
  } finally {
    await life.stop();
  }
}
