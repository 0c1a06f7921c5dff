import { createIntercomTarget } from "../../connectors/intercom/target.ts";
import type { KnowledgeTarget } from "../../connectors/knowledge-target.ts";
import { createZendeskTarget } from "../../connectors/zendesk/target.ts";
import { DEFAULT_APP, DEFAULT_COLLECTION, startIntercomStandIn } from "../intercom/server.ts";
import type { StandIn } from "../stand-in.ts";
import { DEFAULT_CLIENT, DEFAULT_SECTION, startZendeskStandIn } from "../zendesk/server.ts";
import { liveThrough } from "./knowledge.ts";
import { type ConformanceReport, startStrictPeer } from "./strict-peer.ts";

/** Zendesk's description at hand leaves these out: tokens, people, management permissions, the list of a section's articles. */
const NOT_DESCRIBED =
  /^(?:POST \/oauth\/|GET \/api\/v2\/users\/|GET \/api\/v2\/guide\/|GET .+\/sections\/\d+\/articles)/;

/** It also knows API tokens only, which Zendesk ends. */
const withOAuth = (description: string) => description.replaceAll(/"scheme":\s*"basic"/g, '"scheme":"bearer"');

/** `specsDir` holds `peers/` (strict-peer.cjs and zendesk.peer.json). */
export async function conformZendesk(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startZendeskStandIn();
  return conform("Zendesk", standIn, await startStrictPeer(specsDir, "zendesk.peer.json", standIn.url, withOAuth), {
    config: {
      baseUrl: standIn.url,
      spaceId: String(DEFAULT_SECTION.id),
      apiKey: `${DEFAULT_CLIENT.identifier}:${DEFAULT_CLIENT.secret}`,
    },
    create: createZendeskTarget,
    isDescribed: (line) => !NOT_DESCRIBED.test(line),
  });
}

/** `specsDir` holds `peers/` (strict-peer.cjs and intercom.peer.json). */
export async function conformIntercom(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startIntercomStandIn();
  return conform("Intercom", standIn, await startStrictPeer(specsDir, "intercom.peer.json", standIn.url), {
    config: { baseUrl: standIn.url, spaceId: String(DEFAULT_COLLECTION.id), apiKey: DEFAULT_APP.token },
    create: createIntercomTarget,
    // Its description leaves out how the next list is asked for.
    isDescribed: (_line, search) => search === "",
  });
}

interface HelpCentre<Config> {
  config: Config;
  create: (platform: { fetch: typeof fetch }) => KnowledgeTarget<Config>;
  /** Whether the description has this call: 'GET /articles', '?page=2'. */
  isDescribed: (line: string, search: string) => boolean;
}

/** A target lives through its stand-in, with the calls that the vendor describes going by a peer that checks them. */
async function conform<Config>(
  name: string,
  standIn: StandIn & { editAsPerson(id: string, edit: (article: { body: string }) => void): void },
  peer: Awaited<ReturnType<typeof startStrictPeer>>,
  { config, create, isDescribed }: HelpCentre<Config>,
): Promise<ConformanceReport> {
  let checked = 0;
  const throughPeer: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (!isDescribed(`${init?.method ?? "GET"} ${pathname}`, search)) return fetch(input, init);
    checked += 1;
    return fetch(`${peer.url}${pathname}${search}`, init);
  };
  try {
    const problems = await liveThrough(create({ fetch: throughPeer }), config, {
      titlesAreUnique: false,
      editMeanwhile: (articleId) =>
        standIn.editAsPerson(articleId, (article) => {
          article.body += "<p>meanwhile</p>";
        }),
    });
    return {
      name: `${name}: client and stand-in against ${name}'s published description`,
      requests: checked,
      responses: checked,
      violations: [...problems, ...peer.violations],
    };
  } finally {
    peer.stop();
    await standIn.close();
  }
}
