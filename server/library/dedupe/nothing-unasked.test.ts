import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { createLocalEngine } from "../../../engine/local-engine.ts";
import { answeredQuestion, thread } from "../../analysis/testing/analysis-stage.ts";
import { articles } from "../../db/schema.ts";
import { useDedupeStage } from "./testing/dedupe-stage.ts";

const { stage, listOf, inbox, post } = useDedupeStage();

const OTHER_MATTER = [
  "When do we close over the holidays? A customer wants to know what to write into the greeting.",
  "We close on the 24th at noon and open again on the 2nd of January at 9:00. Put both days into the greeting on the phone and on the website.",
  "Perfect, thanks!",
];
const MORE = [
  "How do I reset the staging database? It refuses every connection since the update.",
  "You have to stop the service first: run `systemctl stop app`, then run `reset-db --force` to reset the staging database, and start the service again with `systemctl start app`. Afterwards run `reset-db --verify` and wait for the word READY.",
  "That worked, thank you!",
];

describe("While additions are not accepted without asking", () => {
  it("no conversation changes a published article: what says more waits, another matter is an article of its own", async () => {
    stage().engine.current = createLocalEngine();
    const channel = await stage().newChannel([...answeredQuestion(), ...thread(...OTHER_MATTER), ...thread(...MORE)]);
    const settings = { reviewNewChannels: false, approvalsToTrust: 3, autoAcceptProposals: false, acceptedRisk: 100 };
    await channel.person.inject({ method: "PUT", url: "/api/review-settings", payload: settings });
    await channel.run("analyse");

    const rows = await listOf(channel);
    const [published] = rows.filter(({ bodyText }) => bodyText.includes("reset-db --force"));
    expect(published).toMatchObject({ state: "stands", version: 1 });
    expect(published?.bodyText).not.toContain("greeting");
    expect(published?.bodyText).not.toContain("READY");
    expect(rows.filter(({ bodyText }) => bodyText.includes("2nd of January"))).toHaveLength(1);

    // An addition that waits is let in by a person, and by nobody else.
    const [proposal] = (await inbox(channel)).items.filter(({ kind }) => kind === "proposal");
    expect(proposal).toMatchObject({ article: { id: published?.id }, kind: "proposal" });
    expect((await post(channel, `/api/inbox/${proposal?.id}/decide`, { choice: "accept" })).statusCode).toBe(200);
    const [after] = await stage()
      .db.select()
      .from(articles)
      .where(eq(articles.id, published?.id ?? ""));
    expect(after?.version).toBe(2);
    expect(after?.bodyText).toContain("READY");
  });
});
