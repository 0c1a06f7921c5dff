import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { AssignedWikiItems } from "../../shared/contract/wiki-health.ts";
import { toDuplicateItemId, toQuestionItemId } from "../../shared/domain/inbox.ts";
import { newId } from "../db/new-id.ts";
import { inboxAssignments, openQuestions, wikiPages } from "../db/schema.ts";
import { buildOpenQuestion, buildUser } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { comparePages } from "./index.ts";

const TEXTS = ["Shoes come back within 30 days.", "The receipt is needed.", "Boots must be clean.", "Laces stay in."];
let test: TestApp;
let workspaceId: string;
let owner: SignedIn;
let ada: SignedIn;
let adaId: string;

beforeAll(async () => void (test = await createTestApp()));
afterAll(() => test.close());
beforeEach(async () => {
  const user = await buildUser(test.db);
  ({ workspaceId } = user);
  owner = await test.signIn(user);
  const editor = await buildUser(test.db, { workspaceId, membership: "editor" });
  adaId = editor.id;
  ada = await test.signIn(editor);
});

async function assign(item: string, assignee: string, by = owner): Promise<string> {
  const payload = { ids: [item], assignee, dueOn: null };
  return (await by.inject({ method: "PUT", url: "/api/inbox/assignments", payload })).json().results[0].outcome;
}
const given = async (by: SignedIn) => (await by.inject({ url: "/api/inbox/assigned" })).json<AssignedWikiItems>();
const mine = async (by: SignedIn) => (await by.inject({ url: "/api/inbox" })).json().mine;
const post = async (by: SignedIn, url: string) => (await by.inject({ method: "POST", url, payload: {} })).statusCode;

describe("Two pages that say much the same", () => {
  /** Returns the ids of the finding that two pages are duplicates, and of one of these pages. */
  async function twoPages() {
    const integrationId = await buildWiki(test.db, workspaceId);
    const build = (title: string) => buildPage(test.db, { workspaceId, integrationId, title, texts: TEXTS });
    const pageId = await build("Returns");
    await build("Returns (old)");
    await comparePages(test.deps, new AbortController().signal);
    const { duplicates } = (await owner.inject({ url: "/api/wiki-health" })).json();
    return { id: duplicates[0].id as string, pageId };
  }

  it("are given to somebody, who finds them in their part of the inbox until they are decided", async () => {
    const { id } = await twoPages();
    expect(await mine(ada)).toBe(0);
    expect(await assign(toDuplicateItemId(id), adaId)).toBe("done");
    expect([await mine(ada), await mine(owner)]).toEqual([1, 0]);
    expect((await given(ada)).duplicates).toMatchObject([{ id, assignment: { assignee: { id: adaId } } }]);
    expect((await given(owner)).duplicates).toEqual([]);
    expect(await post(ada, `/api/wiki-duplicates/${id}/keep`)).toBe(200);
    expect([await mine(ada), (await given(ada)).duplicates]).toEqual([0, []]);
    expect(await test.db.$count(inboxAssignments, eq(inboxAssignments.workspaceId, workspaceId))).toBe(0);
  });

  it("are not given to who may not read both, and leave the inbox of who may not any more", async () => {
    const { id, pageId } = await twoPages();
    const item = toDuplicateItemId(id);
    expect(await assign(item, adaId, await test.signIn())).toBe("failed");
    expect(await assign(item, adaId)).toBe("done");
    await test.db.update(wikiPages).set({ readers: "restricted" }).where(eq(wikiPages.id, pageId));
    expect([await mine(ada), (await given(ada)).duplicates]).toEqual([0, []]);
    expect(await assign(item, adaId)).toBe("failed");
  });
});

describe("A question without an answer", () => {
  it("is given to somebody, stays theirs when it is asked again, and goes when it is dismissed", async () => {
    const groupId = newId();
    const item = toQuestionItemId(groupId);
    const ask = () => buildOpenQuestion(test.db, { workspaceId, groupId });
    const first = await ask();
    expect(await assign(item, adaId)).toBe("done");
    await test.db.delete(openQuestions).where(eq(openQuestions.id, first.id));
    expect([await mine(ada), (await given(ada)).questions]).toEqual([0, []]);
    const again = await ask();
    expect(await mine(ada)).toBe(1);
    expect((await given(ada)).questions).toMatchObject([
      { id: again.id, item, assignment: { assignee: { id: adaId } } },
    ]);
    const [listed] = (await owner.inject({ url: "/api/questions" })).json();
    expect(listed).toMatchObject({ item, assignment: { assignee: { id: adaId } } });
    expect(await post(owner, `/api/questions/${again.id}/dismiss`)).toBe(200);
    expect([await mine(ada), (await given(ada)).questions]).toEqual([0, []]);
    expect(await test.db.$count(inboxAssignments, eq(inboxAssignments.workspaceId, workspaceId))).toBe(0);
  });

  it("is not given to a reviewer, who does not see what was asked in the product", async () => {
    const { groupId } = await buildOpenQuestion(test.db, { workspaceId });
    const reviewer = await buildUser(test.db, { workspaceId, membership: "reviewer" });
    expect(await assign(toQuestionItemId(groupId), reviewer.id)).toBe("failed");
    expect(await assign(toQuestionItemId(groupId), adaId, await test.signIn())).toBe("failed");
    expect(await assign(toQuestionItemId(newId()), adaId)).toBe("failed");
    expect(await assign(toQuestionItemId(groupId), adaId)).toBe("done");
  });
});
