import { DEFAULT_ACCOUNT, DEFAULT_PROJECT, startJiraStandIn } from "../../stand-ins/jira/server.ts";
import { type BenchPlatform, createRefusal, withLabels } from "./platform.ts";

const ELSEWHERE = { key: "ELSE", name: "Elsewhere" };
const REMOVED = "lorekeep-removed";

export async function startJira(): Promise<BenchPlatform> {
  const site = await startJiraStandIn({ projects: [DEFAULT_PROJECT, ELSEWHERE] });
  const deleted = new Map<string, { title: string; text: string }>();
  const textOf = (page: { description: unknown }) => JSON.stringify(page.description);
  return {
    type: "jira",
    standIn: site,
    integration: {
      name: "Jira",
      type: "jira",
      baseUrl: site.url,
      spaceId: DEFAULT_PROJECT.key,
      apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
    },
    environment: {},
    writes: ["POST /rest/api/3/issue", "PUT /rest/api/3/issue"],
    collide: (write) => site.fail(createRefusal(write, {})),
    pages: async () => [
      ...site.issues().map((issue) => {
        const stands = !issue.labels.includes(REMOVED);
        const text = withLabels(textOf(issue), issue.labels);
        return { platform: "jira" as const, id: issue.id, title: issue.summary, text, stands };
      }),
      ...[...deleted].map(([id, page]) => ({ platform: "jira" as const, id, ...page, stands: false })),
    ],
    async write(pageId, words, { where, random }) {
      site.editAsPerson(pageId, ({ content }) => {
        const spots = { top: 0, bottom: content.length, inside: Math.floor(random() * content.length) };
        content.splice(spots[where], 0, { type: "paragraph", content: [{ type: "text", text: words }] });
      });
    },
    rename: (pageId, title) =>
      site.editAsPerson(pageId, (draft) => {
        draft.summary = title;
      }),
    move: (pageId, isAway) => site.moveAsPerson(pageId, isAway ? ELSEWHERE.key : DEFAULT_PROJECT.key),
    // The deletion is permanent, because Jira has no trash.
    trash(pageId) {
      const issue = site.issues().find(({ id }) => id === pageId);
      if (!issue) throw new Error(`There is no issue ${pageId} in Jira.`);
      deleted.set(pageId, { title: issue.summary, text: textOf(issue) });
      site.deleteAsPerson(pageId);
    },
    hide: (isHidden) => site.hideProject(DEFAULT_PROJECT.key, isHidden),
    close: () => site.close(),
  };
}
