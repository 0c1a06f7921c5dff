import { setImmediate } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { HOSTILE_REPOSITORIES, type HostileServer, startHostileGit } from "../stand-ins/git/hostile-repositories.ts";
import { Refused } from "./errors.ts";
import { targetsInThreads } from "./target-threads.ts";

const targets = targetsInThreads({ fetch }, { stallMs: 5_000 });

/** The outcome, and how often this process came round meanwhile. */
async function withTurns<Result>(work: Promise<Result>): Promise<{ outcome: Result | Error; turns: number }> {
  let isOver = false;
  const outcome = work.catch((error: Error) => error).finally(() => (isOver = true));
  for (let turns = 0; ; turns += 1) {
    if (isOver) return { outcome: await outcome, turns };
    await setImmediate();
  }
}

describe("A repository that is made to harm", () => {
  let server: HostileServer | undefined;
  afterEach(() => server?.close());

  it.each(HOSTILE_REPOSITORIES)("with $what ends with a sentence while this process goes on", async (hostile) => {
    server = await startHostileGit(hostile);
    const config = { baseUrl: server.url, spaceId: "docs", apiKey: "lk-token" };
    const git = targets["git-docs"];
    const work: Promise<unknown> = hostile.pageId ? git.read(config, hostile.pageId) : git.check(config);
    const { outcome, turns } = await withTurns(work);
    expect(turns).toBeGreaterThan(10);
    if (hostile.sentence === null) expect(outcome).not.toBeInstanceOf(Error);
    else expect((outcome as Error).message).toMatch(hostile.sentence);
  });

  it("takes nothing with it: the next repository is read", async () => {
    const [hostile] = HOSTILE_REPOSITORIES.filter(({ pageId }) => pageId).slice(-1);
    if (!hostile?.pageId) throw new Error("no hostile page");
    server = await startHostileGit(hostile);
    const config = { baseUrl: server.url, spaceId: "docs", apiKey: "lk-token" };
    await expect(targets["git-docs"].read(config, hostile.pageId)).rejects.toThrow(Refused);
    await expect(targets["git-docs"].check(config)).resolves.toMatchObject({ warnings: [expect.any(String)] });
  });
});
