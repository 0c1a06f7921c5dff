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
    expect(turns).toBeGreaterThan(0);
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

const HOSTILE_PAGES: [what: string, native: string][] = [
  ["20,000 nested spans", "<span>".repeat(20_000)],
  ["160,000 open divs", "<div>".repeat(160_000)],
  ["60,000 marks cut into pieces", "<b><br></b>".repeat(60_000)],
  ["60,000 open items", `<ul>${"<li>x".repeat(60_000)}</ul>`],
  ["60,000 open comments", "<!--".repeat(60_000)],
  ["60,000 open sections of CDATA", "<![CDATA[".repeat(60_000)],
  ["20,000 open addresses", "[http://a ".repeat(20_000)],
  ["20,000 open attributes", '<a href="'.repeat(20_000)],
  ["900,000 open brackets", "[".repeat(900_000)],
  ["20,000 quotations in each other", `${">".repeat(20_000)} x`],
];

describe("A page that is made to harm", () => {
  it.each(HOSTILE_PAGES)(
    "with %s is read or refused by each target while this process goes on",
    async (_what, native) => {
      for (const platform of ["confluence", "zendesk", "mediawiki", "git-docs"] as const) {
        const block = { key: "", native: platform === "git-docs" ? { kind: "block", markdown: native } : native };
        const { outcome, turns } = await withTurns(targets[platform].textsOf({}, [block]));
        expect(turns).toBeGreaterThan(0);
        if (outcome instanceof Error) expect(outcome.message).toMatch(/^The page cannot be read: /);
        else expect(outcome).toHaveLength(1);
      }
    },
  );
});
