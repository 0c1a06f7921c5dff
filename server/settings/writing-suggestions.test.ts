import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildUser } from "../testing/factories.ts";
import { buildPersonsEdits } from "../testing/persons-edits.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const URL = "/api/settings/writing";

async function person(user?: Parameters<TestApp["signIn"]>[0]) {
  const { inject, viewer } = await test.signIn(user);
  const edited = (edits: [before: string, after: string][], more: { isPrivate?: boolean } = {}) =>
    buildPersonsEdits(test.db, { workspaceId: viewer.workspaceId, by: viewer.userId, edits, ...more });
  return {
    viewer,
    edited,
    read: async () => (await inject({ url: URL })).json(),
    choose: (id: string, choice: string) =>
      inject({ method: "POST", url: `${URL}/suggestions/${id}`, payload: { choice } }),
    save: (payload: object) => inject({ method: "PUT", url: URL, payload }),
  };
}

const edits = (count: number): [string, string][] =>
  Array.from({ length: count }, (_, n) => [
    `Return the notebook of room ${n} to the front desk today.`,
    `Return the laptop of room ${n} to the front desk today.`,
  ]);

describe("What people change again and again in articles", () => {
  it("a repeated edit is suggested as a rule from the third article on", async () => {
    const { edited, read } = await person();
    await edited(edits(2));
    expect((await read()).suggestions).toEqual([]);
    await edited(edits(1));
    expect((await read()).suggestions).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f]{24}$/),
        kind: "word",
        from: "notebook",
        to: "laptop",
        sentence: 'Write "laptop" instead of "notebook".',
        articles: 3,
        edits: 3,
      },
    ]);
  });

  it("an accepted suggestion becomes a line of the style, and is not suggested again", async () => {
    const { edited, read, choose, save } = await person();
    await save({ style: "Short sentences.", language: null, glossary: [] });
    await edited(edits(3));
    const [{ id }] = (await read()).suggestions;
    const answer = await choose(id, "accept");
    expect(answer.json()).toMatchObject({
      style: 'Short sentences.\nWrite "laptop" instead of "notebook".',
      suggestions: [],
    });
    expect((await choose(id, "accept")).statusCode).toBe(404);
  });

  it("a dismissed suggestion is never suggested again, and the style stays unchanged", async () => {
    const { edited, read, choose } = await person();
    await edited(edits(3));
    const [{ id }] = (await read()).suggestions;
    expect((await choose(id, "dismiss")).json()).toMatchObject({ style: null, suggestions: [] });
    await edited(edits(3));
    expect((await read()).suggestions).toEqual([]);
  });

  it("a suggestion does not make the style longer than allowed", async () => {
    const { edited, read, choose, save } = await person();
    await save({ style: "word ".repeat(298).trim(), language: null, glossary: [] });
    await edited(edits(3));
    const [{ id }] = (await read()).suggestions;
    expect((await choose(id, "accept")).statusCode).toBe(409);
  });

  it("numbers and codes are facts, and never suggested as rules", async () => {
    const { edited, read } = await person();
    await edited(
      Array.from({ length: 3 }, (_, n) => [
        `Room ${n} is open until 15:00 on Monday.`,
        `Room ${n} is open until 13:00 on Monday.`,
      ]),
    );
    expect((await read()).suggestions).toEqual([]);
  });

  it("suggestions never come from articles of private channels, nor go to people who may not change the settings", async () => {
    const admin = await person();
    await admin.edited(edits(3), { isPrivate: true });
    expect((await admin.read()).suggestions).toEqual([]);
    await admin.edited(edits(3));
    expect((await admin.read()).suggestions).toHaveLength(1);
    const { workspaceId } = admin.viewer;
    const { id } = await buildUser(test.db, { workspaceId, membership: "viewer" });
    const viewer = await person({ id, workspaceId, membership: "viewer" });
    expect((await viewer.read()).suggestions).toEqual([]);
  });
});
