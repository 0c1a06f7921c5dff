import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { DEFAULT_REVIEW_SETTINGS } from "../../../shared/domain/inbox.ts";
import { buildSlackMessage, buildThread } from "../../analysis/testing/analysis-stage.ts";
import { articleVersions } from "../../db/schema.ts";
import { useDedupeHelpers } from "./testing/dedupe-stage.ts";

const { stage, listOf, only, post, inbox } = useDedupeHelpers();

describe("A new article of which the engine is unsure", () => {
  const unsure = () => buildThread("KNOW UNSURE how ABOUT-doubt works?", "press something");

  it("is a draft in the inbox until a person publishes it, which can be taken back", async () => {
    const channel = await stage().newChannel([...unsure(), ...buildThread("KNOW how ABOUT-sure works?", "press one")]);
    await channel.run("analyse");
    expect((await listOf(channel)).map(({ state, status }) => [state, status])).toEqual([
      ["draft", "draft"],
      ["stands", "published"],
    ]);
    const { items, total } = await inbox(channel);
    expect(total).toBe(1);
    const [draft] = await listOf(channel);
    expect(items[0]).toMatchObject({
      id: `draft.${draft?.id}`,
      kind: "draft",
      reason: expect.stringMatching(/no clear confirmation was found/),
      choices: ["decline", "approve", "remove"],
    });
    expect(draft?.reasons).toContain("nobody confirmed it");
    const decided = await post(channel, `/api/inbox/draft.${draft?.id}/decide`, { choice: "approve" });
    expect(decided.json()).toMatchObject({ message: "It is published." });
    expect((await listOf(channel))[0]).toMatchObject({ state: "stands", status: "published" });
    await post(channel, `/api/inbox/${decided.json<{ undo: { id: string } }>().undo.id}/undo`);
    expect((await listOf(channel))[0]).toMatchObject({ state: "draft", status: "draft" });
    await post(channel, `/api/inbox/draft.${draft?.id}/decide`, { choice: "decline" });
    expect((await listOf(channel))[0]).toMatchObject({ state: "library-only" });
    expect((await inbox(channel)).total).toBe(0);
  });

  it("is published by itself when a later conversation settles it, or when the workspace accepts the risk", async () => {
    const said = unsure();
    const channel = await stage().newChannel(said);
    await channel.run("analyse");
    expect((await only(channel)).state).toBe("draft");
    const last = buildSlackMessage("UBO", "SETTLED: press the red one", { thread_ts: said[0]?.ts ?? "" });
    stage().team.post(channel.externalId, { ...last, user: "UBO", text: last.text ?? "" });
    await channel.run("analyse");
    expect(await only(channel)).toMatchObject({ state: "stands", status: "published" });

    const bold = await stage().newChannel(unsure());
    const settings = { reviewNewChannels: false, approvalsToTrust: 3, autoAcceptProposals: false, acceptedRisk: 70 };
    const saved = await bold.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    expect(saved.json()).toEqual({ ...settings, verifiedEdits: "update" });
    await bold.run("analyse");
    expect((await only(bold)).state).toBe("stands");
  });

  it("waits like every article, however sure the engine is, where the workspace reviews all", async () => {
    const channel = await stage().newChannel(buildThread("KNOW CERTAIN how ABOUT-certain works?", "press one"));
    const settings = { ...DEFAULT_REVIEW_SETTINGS, acceptedRisk: 0 };
    await channel.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    await channel.run("analyse");
    expect(await only(channel)).toMatchObject({ state: "draft", status: "draft", confidence: 1 });
  });
});

describe("The first articles of a new channel", () => {
  it("wait until somebody has read them; after so many approvals the channel is trusted", async () => {
    const channel = await stage().newChannel([
      ...buildThread("KNOW one ABOUT-one", "press one"),
      ...buildThread("KNOW two ABOUT-two", "press two"),
    ]);
    const settings = { reviewNewChannels: true, approvalsToTrust: 2, autoAcceptProposals: false };
    await channel.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    await channel.run("analyse");
    expect((await listOf(channel)).map(({ state, status }) => [state, status])).toEqual(
      Array(2).fill(["review", "draft"]),
    );
    const { items, counts } = await inbox(channel, "?kind=first-article");
    expect(counts["first-article"]).toBe(2);
    const decisions = items.map(({ id }) => ({ id, choice: "approve" }));
    const answer = await post(channel, "/api/inbox/decide", { decisions });
    const { results } = answer.json() as { results: { outcome: string; message: string }[] };
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done"]);
    expect(results[1]?.message).toMatch(/^It is published\. #help-\d+ is trusted from now on\.$/);
    expect((await listOf(channel)).map(({ state, status }) => [state, status])).toEqual(
      Array(2).fill(["stands", "published"]),
    );
    const more = buildThread("KNOW three ABOUT-three", "press three");
    for (const { user = "UANA", text = "", ...message } of more) {
      stage().team.post(channel.externalId, { user, text, ...message });
    }
    await channel.run("analyse");
    expect((await listOf(channel)).map(({ state }) => state)).toEqual(["stands", "stands", "stands"]);
  });
});

describe("The inbox", () => {
  it("comes in pages, newest first, and decides many at once", async () => {
    const said = ["a", "b", "c"].flatMap((letter) => [
      ...buildThread(`KNOW how ABOUT-page${letter} works?`, "press the button"),
      ...buildThread(`KNOW how ABOUT-page${letter} works?`, "press the button", `then ${letter}`),
    ]);
    const channel = await stage().newChannel([...said, buildSlackMessage("UANA", "nothing")]);
    await channel.run("analyse");
    const one = await inbox(channel, "?limit=2");
    expect(one).toMatchObject({ total: 3, counts: { proposal: 3, conflict: 0 }, pressure: null });
    const two = await inbox(channel, `?limit=2&after=${encodeURIComponent(one.next ?? "")}`);
    expect(two.next).toBeNull();
    const ids = [...one.items, ...two.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    const decisions = [...ids, "proposal.none"].map((id) => ({ id, choice: "accept" }));
    const answer = await post(channel, "/api/inbox/decide", { decisions });
    const { results } = answer.json() as { results: { outcome: string; undo: { id: string } | null }[] };
    expect(results.map(({ outcome }) => outcome)).toEqual(["done", "done", "done", "failed"]);
    const undone = await post(channel, "/api/inbox/undo", { ids: results.flatMap(({ undo }) => undo?.id ?? []) });
    expect(undone.json()).toMatchObject({ results: [{ outcome: "done" }, { outcome: "done" }, { outcome: "done" }] });
    expect((await inbox(channel)).total).toBe(3);
    expect(await stage().db.$count(articleVersions, eq(articleVersions.workspaceId, channel.workspaceId))).toBe(9);
  });
});
