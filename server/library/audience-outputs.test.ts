import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createConnectors } from "../../connectors/registry.ts";
import { createSeededRandom } from "../../tools/bench/seeded-random.ts";
import { inWorkspace } from "../db/workspace-scope.ts";
import { TEXT_OUTPUTS } from "../testing/audiences/text-outputs.ts";
import { checkRandomStates } from "../testing/audiences/walk.ts";
import { SAME_FOR_ALL_READERS } from "../testing/audiences/world.ts";
import { createTestApp, type TestApp } from "../testing/test-app.ts";
import { listArticlesOfWorkspace } from "./articles/queries.ts";

/** Each state reads a third of the outputs, so each output is read in 20 states. `npm run bench -- audiences` reads each in 2,000. */
const PARTS = 3;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({
    connectors: createConnectors({ fetch, slackDistribution: "internal" }),
    encoder: SAME_FOR_ALL_READERS,
  });
});
afterAll(() => test.close());

describe("In random states of people, channels and articles", () => {
  it("each output contains all text that its reader may read, and no other", async () => {
    const { leaks, missing, opened, shownOnTargets } = await checkRandomStates(test, 60, createSeededRandom(13), {
      parts: PARTS,
    });
    expect({ leaks, missing }).toEqual({ leaks: [], missing: [] });
    expect(opened).toBeGreaterThan(15 * TEXT_OUTPUTS.length);
    expect(shownOnTargets).toBeGreaterThan(5);
  });

  it("a query without the reading rule is detected", async () => {
    const planted = {
      name: "planted",
      open: async (_: unknown, __: unknown, { workspaceId }: { workspaceId: string }) =>
        JSON.stringify(await inWorkspace(test.db, workspaceId, listArticlesOfWorkspace)),
    };
    const { leaks } = await checkRandomStates(test, 20, createSeededRandom(13), { outputs: [planted] });
    expect(leaks.length).toBeGreaterThan(10);
  });

  it("a missing reading rule for pages is detected in every output that shows pages", async () => {
    await test.db.$client.query(`create or replace function readable_wikis(
        of_workspace uuid, reader uuid, out known uuid[], out whole uuid[]) language sql stable parallel safe
      as $$ select array_agg(integration_id), array_agg(integration_id) from wiki_readings where workspace_id = of_workspace $$`);
    const ofPages = TEXT_OUTPUTS.filter(({ name }) => name.includes("about pages"));
    const { leaks, states } = await checkRandomStates(test, 8, createSeededRandom(13), { outputs: ofPages });
    expect(states).toBe(8);
    expect(ofPages.filter(({ name }) => !leaks.some((leak) => leak.startsWith(`${name}: `)))).toEqual([]);
  });
});
