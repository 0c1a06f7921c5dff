import type { ConnectorOptions } from "../connector-options.ts";
import { ConnectorError, MissingPermission, NotFound, runAfterAcceptedWrite } from "../errors.ts";
import {
  type BeforeSending,
  isLabelDropped,
  type KnowledgeTarget,
  type NewPage,
  PageChanged,
  type PageUpdate,
  type RemotePage,
} from "../knowledge-target.ts";
import { createPace } from "../pace.ts";
import { joinDocument } from "./adf.ts";
import { JiraApi } from "./api.ts";
import { checkDestination, chooseIssueType, GATEWAY_URL, listProjects } from "./check.ts";
import { findOwnIssues } from "./find.ts";
import type { JiraConfig } from "./manifest.ts";
import { preserveOverwrittenText } from "./overwritten-text.ts";
import { readBlockText } from "./page-text.ts";
import { deriveVersion, fitSummary, isDone, isRemoved, REMOVED_LABEL, toRemotePage } from "./pages.ts";
import { renderPage } from "./render.ts";
import type { JiraIssue } from "./shapes.ts";
import { parseJiraPlace } from "./site.ts";

/** The most links from mentioned issues to an article. */
const MOST_LINKS = 5;

interface JiraTargetOptions extends ConnectorOptions {
  /** The base address of the gateway, for tests. Atlassian's own address if absent. */
  gatewayUrl?: string;
}

const BLOCKS = {
  render: renderPage,
  textOf: readBlockText,
  placeKey: (config: JiraConfig) => {
    const { site, projectKey } = parseJiraPlace(config);
    return `${site} ${projectKey}`;
  },
};

/** Publishes an article as one issue: the title becomes the summary, and the text the description. */
export function createJiraTarget({
  fetch,
  timeoutMs,
  clocks,
  gatewayUrl = GATEWAY_URL,
}: JiraTargetOptions): KnowledgeTarget<JiraConfig> {
  const transport = { fetch, timeoutMs, pace: createPace("Jira", undefined, undefined, clocks) };
  const connect = (config: JiraConfig, signal?: AbortSignal, before?: BeforeSending) =>
    new JiraApi(transport, config, signal, before);

  return {
    ...BLOCKS,
    labels: "with the text",
    check: (config, signal) => checkDestination(transport, gatewayUrl, config, signal),
    listPlaces: (config, text, signal) => listProjects(transport, gatewayUrl, { config, text, signal }),
    publish: async (config, page, signal, before) => publish(connect(config, signal, before), page),
    update: async (config, externalId, page, signal, before) =>
      update(connect(config, signal, before), externalId, page),
    find: async (config, { marker, createdAfter, known }, signal) =>
      findOwnIssues(connect(config, signal), { createdAfter, known }, (found) => found === marker),
    listUnknown: async (config, wanted, signal) => findOwnIssues(connect(config, signal), wanted, () => true),

    async read(config, externalId, signal) {
      const api = connect(config, signal);
      const issue = await readIssue(api, externalId);
      return issue && toRemotePage(issue, api.place.site);
    },

    archive: async (config, externalId, signal) => archive(connect(config, signal), externalId),
    restore: async (config, externalId, signal) => restore(connect(config, signal), externalId),
  };
}

async function publish(api: JiraApi, page: NewPage): Promise<RemotePage> {
  const type = await chooseIssueType(api).catch(async (error: unknown) => {
    if (error instanceof NotFound) throw await unseen(api);
    throw error;
  });
  const text = textFor(page);
  const made = await api.createIssue(type, text);
  // Reads the issue back, because Jira may store something other than the sent text.
  const issue = await readWritten(api, made.id).catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
    return { ...made, fields: { summary: text.title, description: text.description } };
  });
  await linkMentioned(api, issue, page);
  return toRemotePage(issue, api.place.site);
}

async function update(api: JiraApi, externalId: string, page: PageUpdate): Promise<RemotePage> {
  const before = await readIssue(api, externalId);
  if (!before) throw new NotFound("The issue is gone from Jira.");
  if (isRemoved(before) || deriveVersion(before) !== page.expectedVersion)
    throw new PageChanged("Somebody edited the issue in Jira.");
  const dropped = (before.fields.labels ?? []).filter((label) => isLabelDropped(page, label));
  await api.updateIssue(before.id, textFor(page), dropped);
  const after = await runAfterAcceptedWrite("Jira", async () => {
    const written = await readWritten(api, before.id);
    await preserveOverwrittenText(api, before, written);
    return written;
  });
  await linkMentioned(api, after, page);
  return toRemotePage(after, api.place.site);
}

/** Jira has no trash. A label marks the issue as archived, and a 'done' status removes it from the boards. */
async function archive(api: JiraApi, externalId: string): Promise<void> {
  const issue = await readIssue(api, externalId);
  if (!issue || isRemoved(issue)) return;
  if (!isDone(issue)) await moveTo(api, issue, ["done"]);
  await api.changeLabel(issue.id, "add", REMOVED_LABEL);
}

async function restore(api: JiraApi, externalId: string): Promise<RemotePage | null> {
  const issue = await readIssue(api, externalId);
  if (!issue) return null;
  if (isRemoved(issue)) {
    if (isDone(issue)) await moveTo(api, issue, ["new", "indeterminate"]);
    await api.changeLabel(issue.id, "remove", REMOVED_LABEL);
  }
  return toRemotePage(await readWritten(api, issue.id), api.place.site);
}

/** Tries to change the status and ignores failures, because only the label matters. */
async function moveTo(api: JiraApi, { id }: JiraIssue, categories: string[]): Promise<void> {
  await unlessRefused(async () => {
    const possible = await api.transitionsOf(id);
    const wanted = categories.flatMap((category) => possible.filter((one) => one.category === category));
    if (wanted[0]) await api.transition(id, wanted[0].id);
  });
}

/** Adds a link to the article to each mentioned issue that exists and that the account may change. */
async function linkMentioned(
  api: JiraApi,
  issue: Pick<JiraIssue, "id" | "key">,
  { title, mentioned = [] }: NewPage,
): Promise<void> {
  const to = { url: `${api.place.site}/browse/${issue.key}`, title: fitSummary(title) };
  for (const key of mentioned.filter((one) => one !== issue.key).slice(0, MOST_LINKS))
    await unlessRefused(() => api.linkFrom(key, `lorekeep-article-${issue.id}`, to));
}

async function unlessRefused(work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) => {
    if (!(error instanceof ConnectorError)) throw error;
  });
}

/**
 * Reads an issue, and reads it again if Jira responds 404. Returns null only if the account is valid and sees the
 * project, because otherwise a 404 does not prove that the issue is gone.
 */
async function readIssue(api: JiraApi, id: string): Promise<JiraIssue | null> {
  const issue = await api.readIssue(id);
  if (issue) return issue;
  if (!(await api.project())) throw await unseen(api);
  return api.readIssue(id);
}

async function unseen(api: JiraApi): Promise<MissingPermission> {
  const { name } = await api.myself();
  return new MissingPermission(
    `There is no project with the key ${api.place.projectKey} that ${name} can see.`,
    "Browse projects",
  );
}

async function readWritten(api: JiraApi, id: string): Promise<JiraIssue> {
  const issue = await api.readIssue(id);
  if (!issue) throw new NotFound("The issue is gone from Jira.");
  return issue;
}

const textFor = ({ title, blocks, labels }: NewPage) => ({
  title: fitSummary(title),
  description: joinDocument(blocks),
  labels: labels.map((label) => label.replace(/\s+/g, "-")),
});
