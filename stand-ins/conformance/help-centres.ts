import { createIntercomTarget } from "../../connectors/intercom/target.ts";
import { createZendeskTarget } from "../../connectors/zendesk/target.ts";
import { DEFAULT_APP, DEFAULT_COLLECTION, startIntercomStandIn } from "../intercom/server.ts";
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
  const peer = await startStrictPeer(specsDir, "zendesk.peer.json", standIn.url, withOAuth);
  let checked = 0;
  const throughPeer: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (NOT_DESCRIBED.test(`${init?.method ?? "GET"} ${pathname}`)) return fetch(input, init);
    checked += 1;
    return fetch(`${peer.url}${pathname}${search}`, init);
  };
  try {
    const apiKey = `${DEFAULT_CLIENT.identifier}:${DEFAULT_CLIENT.secret}`;
    const config = { baseUrl: standIn.url, spaceId: String(DEFAULT_SECTION.id), apiKey };
    const problems = await liveThrough(createZendeskTarget({ fetch: throughPeer }), config, {
      titlesAreUnique: false,
      editMeanwhile: (articleId) =>
        standIn.editAsPerson(articleId, (article) => {
          article.body += "<p>meanwhile</p>";
        }),
    });
    return {
      name: "Zendesk: client and stand-in against Zendesk's published description",
      requests: checked,
      responses: checked,
      violations: [...problems, ...peer.violations],
    };
  } finally {
    peer.stop();
    await standIn.close();
  }
}

/** `specsDir` holds `peers/` (strict-peer.cjs and intercom.peer.json). */
export async function conformIntercom(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startIntercomStandIn();
  const peer = await startStrictPeer(specsDir, "intercom.peer.json", standIn.url);
  let checked = 0;
  const throughPeer: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    // Its description leaves out how the next list is asked for.
    if (search !== "") return fetch(input, init);
    checked += 1;
    return fetch(`${peer.url}${pathname}`, init);
  };
  try {
    const config = { baseUrl: standIn.url, spaceId: String(DEFAULT_COLLECTION.id), apiKey: DEFAULT_APP.token };
    const problems = await liveThrough(createIntercomTarget({ fetch: throughPeer }), config, {
      titlesAreUnique: false,
      editMeanwhile: (articleId) =>
        standIn.editAsPerson(articleId, (article) => {
          article.body += "<p>meanwhile</p>";
        }),
    });
    return {
      name: "Intercom: client and stand-in against Intercom's published description",
      requests: checked,
      responses: checked,
      violations: [...problems, ...peer.violations],
    };
  } finally {
    peer.stop();
    await standIn.close();
  }
}
