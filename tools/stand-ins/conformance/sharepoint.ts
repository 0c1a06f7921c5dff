import { createSharepointTarget } from "../../../connectors/sharepoint/target.ts";
import { DEFAULT_APP, DEFAULT_TENANT, startSharepointStandIn } from "../sharepoint/server.ts";
import { type ConformanceReport, startSpecValidator } from "./strict-peer.ts";

/**
 * Matches the calls that the stored part of Microsoft's description contains: sites and their lists, but not pages and
 * sites by path.
 */
const DESCRIBED = /^\/v1\.0\/sites\/[^/:]+\/lists$/;

/**
 * Compares how our SharePoint connector finds its site with Microsoft's description of Graph. `specsDir` contains
 * `peers/`.
 */
export async function conformSharepoint(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startSharepointStandIn();
  const peer = await startSpecValidator(specsDir, "msgraph.sites.peer.json", standIn.url);
  let checked = 0;
  const between: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (!DESCRIBED.test(pathname)) return fetch(input, init);
    checked += 1;
    return fetch(`${peer.url}${pathname}${search}`, init);
  };
  try {
    const { apiBaseUrl, loginUrl, siteUrl } = standIn;
    const target = createSharepointTarget({ fetch: between, apiBaseUrl, loginUrl });
    const apiKey = `${DEFAULT_TENANT}:${DEFAULT_APP.appId}:${DEFAULT_APP.secret}`;
    const problems = await target.check({ baseUrl: siteUrl, spaceId: "Site Pages", apiKey }).then(
      () => [],
      (error: Error) => [`broke off: ${error.message}`],
    );
    return {
      name: "SharePoint: the site's lists against Microsoft's description of Graph, which leaves out pages",
      requests: checked,
      responses: checked,
      violations: [...problems, ...peer.violations],
    };
  } finally {
    peer.stop();
    await standIn.close();
  }
}
