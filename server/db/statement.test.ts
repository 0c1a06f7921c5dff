import { and, eq, sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { buildArticle, buildChannel } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { type ReaderScope, readInWorkspaceAs } from "./audience.ts";
import { articles, messages } from "./schema.ts";
import { prepareStatement } from "./statement.ts";
import type { WorkspaceScope } from "./workspace-scope.ts";

let test: TestApp;
let ada: SignedIn;
let eve: SignedIn;
beforeAll(async () => {
  test = await createTestApp();
  [ada, eve] = [await test.signIn(), await test.signIn()];
  for (const { viewer } of [ada, eve]) {
    const { workspaceId } = viewer;
    const { id: channelId } = await buildChannel(test.db, { workspaceId });
    await buildArticle(test.db, { workspaceId, channelId, title: `An article of ${workspaceId}` });
  }
});
afterAll(() => test.close());

const inScopeOf = <T>({ viewer }: SignedIn, work: (scope: ReaderScope) => Promise<T>) =>
  readInWorkspaceAs(test.db, viewer, work);

it("A statement answers the rows that drizzle answers, and is built once.", async () => {
  const build = vi.fn(({ workspaceId, tx }: WorkspaceScope, { state }: { state: "stands" | "held" }) =>
    tx
      .select()
      .from(articles)
      .where(and(eq(articles.workspaceId, workspaceId), eq(articles.state, state))),
  );
  const listByState = prepareStatement(build);
  for (const person of [ada, eve, ada]) {
    const [rows, expected] = await inScopeOf(person, (scope) =>
      Promise.all([listByState(scope, { state: "stands" }), build(scope, { state: "stands" })]),
    );
    expect(rows).toEqual(expected);
    expect(rows.map(({ title }) => title)).toEqual([`An article of ${person.viewer.workspaceId}`]);
    expect(rows[0]?.createdAt).toBeInstanceOf(Date);
    expect(await inScopeOf(person, (scope) => listByState(scope, { state: "held" }))).toEqual([]);
  }
  const withPlaceholders = build.mock.calls.filter(([scope]) => typeof scope.workspaceId !== "string");
  expect(withPlaceholders).toHaveLength(1);
});

it("SQL as text is a statement too, and takes workspace and reader from the scope of each call.", async () => {
  const whoReads = prepareStatement(
    ({ workspaceId, reader }: ReaderScope, { numbers }: { numbers: number[] }) =>
      sql<{ workspaceId: string; reader: string; sum: number }>`
        select ${workspaceId}::text as "workspaceId", ${reader}::text as reader, sum(n)::int from unnest(${numbers}::int[]) n group by 1, 2`,
  );
  for (const { viewer, ...person } of [ada, eve]) {
    const { workspaceId, userId: reader } = viewer;
    const rows = await inScopeOf({ viewer, ...person }, (scope) => whoReads(scope, { numbers: [1, 2, 4] }));
    expect(rows).toEqual([{ workspaceId, reader, sum: 7 }]);
  }
});

it("A value is sent once however often the SQL names it, and a constant is part of the SQL.", async () => {
  const build = ({ workspaceId, tx }: WorkspaceScope, { state }: { state: "stands" | "held" }) =>
    tx
      .select({ title: articles.title, kind: sql<string>`'a "' || ${"state's"}::text || '" ' || ${state}::text` })
      .from(articles)
      .where(
        and(eq(articles.workspaceId, workspaceId), eq(articles.state, state), sql`${workspaceId}::uuid is not null`),
      );
  const listKinds = prepareStatement(build);
  const { workspaceId } = ada.viewer;
  const query = vi.spyOn(pg.Client.prototype, "query");
  const rows = await inScopeOf(ada, (scope) => listKinds(scope, { state: "stands" }));
  const sent = query.mock.calls.flatMap(([, values]) => (Array.isArray(values) ? [values] : []));
  query.mockRestore();
  expect(rows).toEqual([{ title: `An article of ${workspaceId}`, kind: 'a "state\'s" stands' }]);
  expect(sent).toEqual([["stands", workspaceId]]);
});

it("A statement that cannot be built once is refused.", async () => {
  const copies = prepareStatement(
    (_scope: WorkspaceScope, values: { limit: number }) => sql`select ${{ ...values }.limit}`,
  );
  await expect(inScopeOf(ada, (scope) => copies(scope, { limit: 1 }))).rejects.toThrow("names each of its values");
  const nested = prepareStatement(({ tx }: WorkspaceScope) => tx.select({ message: messages }).from(messages));
  await expect(inScopeOf(ada, nested)).rejects.toThrow("flat rows");
  const looksLikeOne = prepareStatement((_scope: WorkspaceScope) => sql`select '$1'`);
  await expect(inScopeOf(ada, looksLikeOne)).rejects.toThrow("looks like a parameter");
});

it("A value that a call leaves out is never sent as null.", async () => {
  const asks = prepareStatement(
    (_scope: WorkspaceScope, { id }: { id: string | undefined }) => sql`select ${id}::text`,
  );
  await expect(inScopeOf(ada, (scope) => asks(scope, { id: undefined }))).rejects.toThrow("no value for id");
});
