import { parseArgs } from "node:util";
import { conformFullRun } from "./full-run.ts";
import { conformGoogleChat } from "./google-chat.ts";
import { conformGoogleEvents } from "./google-events.ts";
import { conformIntercom, conformZendesk } from "./help-centres.ts";
import { conformJira } from "./jira.ts";
import { conformConfluence, conformNotion } from "./knowledge.ts";
import { conformLanguageModels } from "./language-models.ts";
import { conformMcp } from "./mcp.ts";
import { conformSharepoint } from "./sharepoint.ts";
import { conformSlack } from "./slack.ts";
import type { ConformanceReport } from "./strict-peer.ts";
import { conformStripe } from "./stripe.ts";
import { conformTeams } from "./teams.ts";

/**
 * `npm run conformance -- --specs DIR` compares our connectors and stand-ins with the vendors' own API descriptions.
 * Our connectors call our stand-ins through a validator, so that connector and stand-in cannot both be wrong in the
 * same way. `DIR/peers` contains OpenAPI files and the validating proxy; `DIR/types` contains JSON Schemas of the types
 * in official SDKs.
 *
 * `--discovery DIR` contains Google's discovery documents of Pub/Sub and Workspace Events. `--models DIR` alone
 * compares our requests to language models with their providers' descriptions. `-- --mcp` instead runs the official
 * suite for MCP servers and the official inspector.
 *
 * The command fails if it lists any violation.
 */
const { values } = parseArgs({
  options: {
    specs: { type: "string" },
    discovery: { type: "string" },
    models: { type: "string" },
    mcp: { type: "boolean" },
    tools: { type: "string" },
  },
});
if (values.mcp) process.exit((await conformMcp(values.tools)) ? 0 : 1);
if (values.models) process.exit(report(await conformLanguageModels(values.models)) === 0 ? 0 : 1);
if (!values.specs) {
  process.stderr.write("Say where the vendors' descriptions are: npm run conformance -- --specs DIR, or --mcp\n");
  process.exit(1);
}

const { discovery } = values;
if (!discovery)
  process.stdout.write("Without Pub/Sub and Workspace Events: say where Google's discovery documents are.\n");

let violations = 0;
for (const conform of [
  conformSlack,
  conformGoogleChat,
  ...(discovery ? [(specs: string) => conformGoogleEvents(specs, discovery)] : []),
  conformTeams,
  conformConfluence,
  conformNotion,
  conformZendesk,
  conformJira,
  conformSharepoint,
  conformIntercom,
  conformStripe,
  conformFullRun,
]) {
  violations += report(await conform(values.specs));
}
process.exit(violations === 0 ? 0 : 1);

function report({ name, requests, responses, violations: found }: ConformanceReport): number {
  process.stdout.write(`${name}: ${requests} requests and ${responses} answers checked, ${found.length} violations\n`);
  for (const violation of found) process.stdout.write(`  ${violation}\n`);
  return found.length;
}
