import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { createThreadedTargets } from "../../connectors/target-threads.ts";
import { openPublishingStage, type PublishingStage, type PublishingWorkspace } from "./testing/publishing-stage.ts";

const CREATES = ["/wiki/api/v2/pages", "/v1/pages"];
const threads = new Set<Worker>();
const remember = (thread: Worker) => void threads.add(thread);
/** When set, the next call that creates a page kills all target threads. */
let killed: "before the call" | "after the call" | null = null;
let kills = 0;

async function killThreads(): Promise<void> {
  killed = null;
  kills += 1;
  const all = [...threads];
  threads.clear();
  await Promise.all(all.map((thread) => thread.terminate()));
}

const safeFetch = createSafeFetch({ allow: ["127.0.0.1"] });
const killing: typeof fetch = async (input, init) => {
  const { method, url } = new Request(input, init?.method ? { method: init.method } : {});
  const when = method === "POST" && CREATES.includes(new URL(url).pathname) ? killed : null;
  if (when === "before the call") await killThreads();
  const answer = await safeFetch(input as string, init as never);
  if (when === "after the call") await killThreads();
  return answer as never;
};

let stage: PublishingStage;
beforeAll(async () => {
  process.on("worker", remember);
  // A new thread starts after each kill, which takes seconds on a busy machine.
  stage = await openPublishingStage({ UNRESOLVED_WAIT_SECONDS: "12" });
  const { confluence, notion, deps } = stage;
  const targets = createThreadedTargets({
    fetch: killing,
    confluenceGatewayUrl: confluence.gatewayUrl,
    notionApiUrl: notion.url,
    notionRequestsPerSecond: 1_000,
  });
  Object.assign(deps.connectors.targets, targets);
});
afterAll(async () => {
  process.off("worker", remember);
  await stage.close();
});

const pagesWith = (marker: string) => [
  ...stage.confluence.pages().filter(({ storage }) => storage.includes(marker)),
  ...stage.notion.pages().filter(({ children }) => JSON.stringify(children).includes(marker)),
];
const untilPublished = (desk: PublishingWorkspace, articleId: string) =>
  expect
    .poll(async () => {
      await desk.forgiveSlowness(articleId);
      return desk.article(articleId);
    })
    .toMatchObject({ status: "published" });

describe("A thread of a target that is killed in the middle of a publication", () => {
  for (const platform of ["confluence", "notion"] as const)
    for (const when of ["before the call", "after the call"] as const)
      it(`${when} that makes a page on ${platform} leaves exactly one page, and the article is published`, async () => {
        const desk = await stage.newDesk(platform);
        const killsBefore = kills;
        killed = when;
        const id = await desk.write(`Killed ${when} on ${platform}`, "It is there once.");
        await untilPublished(desk, id);
        expect(kills).toBe(killsBefore + 1);
        const { marker, externalId } = await desk.publication(id, platform);
        expect(pagesWith(marker).map((page) => page.id)).toEqual([externalId]);
        await desk.rewrite(id, "It is there once.", "And it is kept up to date.");
        await expect.poll(async () => JSON.stringify(pagesWith(marker))).toContain("And it is kept up to date.");
        expect(pagesWith(marker)).toHaveLength(1);
      });
});
