import { afterEach, describe, expect, it } from "vitest";
import {
  HOSTILE_REPOSITORIES,
  type HostileServer,
  startHostileGit,
} from "../tools/stand-ins/git/hostile-repositories.ts";
import { Refused } from "./errors.ts";
import { createThreadedTargets } from "./target-threads.ts";
import { HOSTILE_PAGES } from "./testing/hostile-pages.ts";
import { countEventLoopTurns } from "./testing/with-turns.ts";

const targets = createThreadedTargets({ fetch }, { stallMs: 5_000 });

describe("A hostile repository", () => {
  let server: HostileServer | undefined;
  afterEach(() => server?.close());

  it.each(HOSTILE_REPOSITORIES)("with $what ends with a message, and this process keeps working", async (hostile) => {
    server = await startHostileGit(hostile);
    const config = { baseUrl: server.url, spaceId: "docs", apiKey: "lk-token" };
    const git = targets["git-docs"];
    const work: Promise<unknown> = hostile.pageId ? git.read(config, hostile.pageId) : git.check(config);
    const { outcome, turns } = await countEventLoopTurns(work);
    expect(turns).toBeGreaterThan(0);
    if (hostile.sentence === null) expect(outcome).not.toBeInstanceOf(Error);
    else expect((outcome as Error).message).toMatch(hostile.sentence);
  });

  it("does not prevent that the next repository is read", async () => {
    const [hostile] = HOSTILE_REPOSITORIES.filter(({ pageId }) => pageId).slice(-1);
    if (!hostile?.pageId) throw new Error("no hostile page");
    server = await startHostileGit(hostile);
    const config = { baseUrl: server.url, spaceId: "docs", apiKey: "lk-token" };
    await expect(targets["git-docs"].read(config, hostile.pageId)).rejects.toThrow(Refused);
    await expect(targets["git-docs"].check(config)).resolves.toMatchObject({ warnings: [expect.any(String)] });
  });
});

describe("A hostile page", () => {
  it.each(HOSTILE_PAGES)(
    "with %s is read or refused by each target, and this process keeps working",
    async (_what, native) => {
      for (const platform of ["confluence", "zendesk", "mediawiki", "git-docs"] as const) {
        const block = { key: "", native: platform === "git-docs" ? { kind: "block", markdown: native } : native };
        const { outcome, turns } = await countEventLoopTurns(targets[platform].textsOf({}, [block]));
        expect(turns).toBeGreaterThan(0);
        if (outcome instanceof Error) expect(outcome.message).toMatch(/^The page cannot be read: /);
        else expect(outcome).toHaveLength(1);
      }
    },
  );
});
