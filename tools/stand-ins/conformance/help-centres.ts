import { UNUSED_FOLDER } from "../../../connectors/category-folders.ts";
import { createIntercomTarget } from "../../../connectors/intercom/target.ts";
import type { CategoryFolders, KnowledgeTarget } from "../../../connectors/knowledge-target.ts";
import { createZendeskTarget } from "../../../connectors/zendesk/target.ts";
import { DEFAULT_APP, DEFAULT_COLLECTION, startIntercomStandIn } from "../intercom/server.ts";
import type { StandIn } from "../stand-in.ts";
import { DEFAULT_CLIENT, DEFAULT_SECTION, startZendeskStandIn } from "../zendesk/server.ts";
import { runPageLifecycle } from "./knowledge.ts";
import { type ConformanceReport, KNOWN_GAP, startSpecValidator } from "./strict-peer.ts";

/**
 * Matches calls that the available description of Zendesk lacks: tokens, people, management permissions, and the list
 * of a section's articles.
 */
const NOT_DESCRIBED =
  /^(?:POST \/oauth\/|GET \/api\/v2\/users\/|GET \/api\/v2\/guide\/|GET .+\/sections\/\d+\/articles)/;

/** Changes the description, which only contains API tokens, to OAuth. Zendesk is removing API tokens. */
const withOAuth = (description: string) => description.replaceAll(/"scheme":\s*"basic"/g, '"scheme":"bearer"');

/** `specsDir` contains `peers/` (strict-peer.cjs and zendesk.peer.json). */
export async function conformZendesk(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startZendeskStandIn();
  return conform("Zendesk", standIn, await startSpecValidator(specsDir, "zendesk.peer.json", standIn.url, withOAuth), {
    config: {
      baseUrl: standIn.url,
      spaceId: String(DEFAULT_SECTION.id),
      apiKey: `${DEFAULT_CLIENT.identifier}:${DEFAULT_CLIENT.secret}`,
    },
    create: createZendeskTarget,
    // The description also lacks the paging of sections.
    isDescribed: (line, search) => !NOT_DESCRIBED.test(line) && !(line.endsWith("/sections") && search !== ""),
  });
}

/** `specsDir` contains `peers/` (strict-peer.cjs and intercom.peer.json). */
export async function conformIntercom(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startIntercomStandIn();
  return conform("Intercom", standIn, await startSpecValidator(specsDir, "intercom.peer.json", standIn.url), {
    config: { baseUrl: standIn.url, spaceId: String(DEFAULT_COLLECTION.id), apiKey: DEFAULT_APP.token },
    create: createIntercomTarget,
    // Intercom's description lacks paging and is older than article versions.
    isDescribed: (line, search) => search === "" && !line.includes("/versions"),
  });
}

/** Creates, finds, renames and moves a category's folder, and archives it when it is empty. */
async function foldersThrough<Config>(
  target: KnowledgeTarget<Config>,
  folders: CategoryFolders<Config>,
  config: Config,
): Promise<string[]> {
  const marker = "ref lkc-0123456789abcdef";
  const content = { title: "VPN", summary: [], body: [], redactions: [], labels: [], sources: [], marker };
  try {
    const page = { title: "VPN", blocks: target.render(content), labels: [] };
    const { externalId, version } = await folders.publish(config, page);
    const found = await folders.find(config, { marker, title: "VPN", createdAfter: new Date(0) });
    await folders.update(config, externalId, { ...page, title: "Tunnels", expectedVersion: version, note: "" });
    await folders.move(config, externalId, null);
    const renamed = await folders.read(config, externalId);
    await folders.archive(config, externalId);
    const isGivenUp = (await folders.read(config, externalId))?.title === UNUSED_FOLDER;
    const isKept = found.length === 1 && renamed?.title === "Tunnels" && isGivenUp;
    return isKept ? [] : ["not kept: what becomes of a folder"];
  } catch (error) {
    return [`broke off: ${(error as Error).message}`];
  }
}

interface HelpCentre<Config> {
  config: Config;
  create: (platform: { fetch: typeof fetch }) => KnowledgeTarget<Config>;
  /** Whether the vendor's description contains this call. Example: 'GET /articles' and '?page=2'. */
  isDescribed: (line: string, search: string) => boolean;
}

/** Uses every method of a target on the stand-in. Calls that the vendor describes go through a validator. */
async function conform<Config>(
  name: string,
  standIn: StandIn & { editAsPerson(id: string, edit: (article: { body: string }) => void): void },
  peer: Awaited<ReturnType<typeof startSpecValidator>>,
  { config, create, isDescribed }: HelpCentre<Config>,
): Promise<ConformanceReport> {
  let checked = 0;
  const throughPeer: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (!isDescribed(`${init?.method ?? "GET"} ${pathname}`, search)) return fetch(input, init);
    checked += 1;
    const answer = await fetch(`${peer.url}${pathname}${search}`, init);
    // The validator blocks every refusal (see KNOWN_GAP). A refused call had no effect, so it is repeated without the
    // validator.
    return answer.status === 500 && KNOWN_GAP.test(await answer.clone().text()) ? fetch(input, init) : answer;
  };
  try {
    const target = create({ fetch: throughPeer });
    const problems = await runPageLifecycle(target, config, {
      titlesAreUnique: false,
      editMeanwhile: (articleId) =>
        standIn.editAsPerson(articleId, (article) => {
          article.body += "<p>meanwhile</p>";
        }),
    });
    if (target.folders) problems.push(...(await foldersThrough(target, target.folders, config)));
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
