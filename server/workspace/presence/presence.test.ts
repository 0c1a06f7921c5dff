import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { BrowserEvent } from "../../../shared/contract/browser-events.ts";
import { channelReaders } from "../../db/schema.ts";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { pruneHistoryJob } from "../../jobs/prune-history.ts";
import { runAllJobsOnce } from "../../jobs/run-jobs.ts";
import { buildArticle, buildChannel, buildUser } from "../../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

async function team(...names: string[]): Promise<{ workspaceId: string; people: SignedIn[] }> {
  const { id: workspaceId } = await test.newWorkspace();
  const people = [];
  for (const firstName of names)
    people.push(
      await test.signIn(await buildUser(test.db, { workspaceId, firstName, lastName: "", membership: "editor" })),
    );
  return { workspaceId, people };
}

const tell = async (person: SignedIn, articleId: string | null = null, isEditing = false, window = "window01") => {
  const answer = await person.inject({
    method: "POST",
    url: "/api/presence",
    payload: { window, articleId, isEditing },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

/** Creates a private channel that nobody else may read. */
async function channelOf({ viewer: { workspaceId, userId } }: SignedIn) {
  const { id: channelId, name } = await buildChannel(test.db, { workspaceId, isPrivate: true });
  await test.db.insert(channelReaders).values({ workspaceId, channelId, userId });
  return { channelId, channelName: name };
}

it("presence names the other people and their articles, and leaves out people without a recent signal", async () => {
  const { workspaceId, people } = await team("Ada", "Grace");
  const [ada, grace] = people as [SignedIn, SignedIn];
  const article = await buildArticle(test.db, { workspaceId, title: "How to deploy" });
  expect(await tell(ada)).toMatchObject({ isAlone: false, people: [] });
  await tell(grace, article.id, true);
  await tell(grace, null, false, "window02");
  expect((await tell(ada)).people).toMatchObject([
    { name: "Grace", activity: "editing", article: { id: article.id, title: "How to deploy" } },
  ]);
  await test.db.execute(sql`update presences set seen_at = now() - interval '80 seconds' where window_id = 'window01'`);
  expect((await tell(ada)).people).toMatchObject([{ name: "Grace", activity: "viewing", article: null }]);
  await test.db.execute(sql`update presences set seen_at = now() - interval '6 minutes'`);
  expect((await tell(ada)).people).toEqual([]);
  await runAllJobsOnce(test.deps, [pruneHistoryJob]);
  const { rows } = await test.db.execute(
    sql`select from presences where workspace_id = ${workspaceId} and user_id = ${grace.viewer.userId}`,
  );
  expect(rows).toHaveLength(0);
});

it("presence names no article to people who may not read it, and nothing to another workspace", async () => {
  const { workspaceId, people } = await team("Ada", "Grace");
  const [ada, grace] = people as [SignedIn, SignedIn];
  const article = await buildArticle(test.db, { workspaceId, title: "Salaries", ...(await channelOf(grace)) });
  await tell(grace, article.id);
  expect((await tell(ada)).people).toMatchObject([{ name: "Grace", article: null }]);
  // A person who may not read the article is not shown in it, whatever the person's browser sends.
  await tell(ada, article.id);
  expect((await tell(grace, article.id)).people).toMatchObject([{ name: "Ada", article: null }]);
  const elsewhere = await team("Eve");
  expect(await tell(elsewhere.people[0] as SignedIn, article.id)).toMatchObject({
    isAlone: true,
    showsDemo: false,
    people: [],
  });
});

it("presence notifies the windows on an article once when somebody comes, edits or leaves", async () => {
  const { workspaceId, people } = await team("Ada", "Grace");
  const [, grace] = people as [SignedIn, SignedIn];
  const article = await buildArticle(test.db, { workspaceId });
  const heard: BrowserEvent[] = [];
  const stop = test.deps.events.subscribe(workspaceId, (event) => heard.push(event));
  await tell(grace, article.id);
  await tell(grace, article.id);
  await tell(grace, article.id, true);
  await tell(grace, null);
  await expect
    .poll(() => heard)
    .toEqual(Array.from({ length: 3 }, () => ({ type: "presence", articleId: article.id, window: "window01" })));
  stop();
});

it("presence lists the edits of the last day to people who may read the articles", async () => {
  const { workspaceId, people } = await team("Ada", "Grace");
  const [ada, grace] = people as [SignedIn, SignedIn];
  await buildArticle(test.db, { workspaceId, title: "Open" });
  await buildArticle(test.db, { workspaceId, title: "Closed", ...(await channelOf(grace)) });
  await inWorkspace(test.db, workspaceId, ({ tx }) =>
    tx.execute(sql`
      update article_versions set made_by = ${grace.viewer.userId}, reason = 'Edited.' where workspace_id = ${workspaceId}`),
  );
  const listed = async (person: SignedIn) =>
    (await person.inject({ url: "/api/presence/activity" })).json().map(({ title }: { title: string }) => title);
  expect(await listed(ada)).toEqual(["Open"]);
  expect((await listed(grace)).sort()).toEqual(["Closed", "Open"]);
});
