import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type LlmStandIn, startLlmStandIn } from "../../tools/stand-ins/llm/llm-stand-in.ts";
import { articles, conversations, wikiFindings } from "../db/schema.ts";
import { createEngines } from "../llm/engines.ts";
import { buildPage, buildWiki } from "../wiki/testing/wiki-rows.ts";
import { type AnalysisStage, buildSlackMessage, openStage, type StageChannel } from "./testing/analysis-stage.ts";

let stage: AnalysisStage & { close(): Promise<void> };
let llm: LlmStandIn;
beforeAll(async () => {
  llm = await startLlmStandIn();
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await llm.close();
});
beforeEach(() => void (llm.asked.length = 0));

const TITLE = "Gefahrgut";
const RULE = "Druckbehälter: höchstens 6 Stück je Fahrzeug. Zulage: 280 € je Woche. Abstand: 2 500 mm.";

/** A German wiki and a conversation in English, which share no word. */
async function newChannel(answer: string, readers: "everybody" | "admins" = "everybody"): Promise<StageChannel> {
  const asked = buildSlackMessage("UANA", "How many spray cans may I take along in the van?");
  const channel = await stage.newChannel([asked, buildSlackMessage("UBO", answer)]);
  const env = {
    ...stage.deps.env,
    LLM_PROVIDER: "openai-compatible" as const,
    LLM_BASE_URL: `${llm.url}/v1`,
    LLM_MODEL: "stand-in-1",
  };
  stage.engine.current = await (await createEngines({ ...stage.deps, env, fetch })).forWorkspace(channel.workspaceId);
  const { workspaceId } = channel;
  const integrationId = await buildWiki(stage.db, workspaceId, { readers });
  await buildPage(stage.db, { workspaceId, integrationId, title: "Urlaub", texts: ["Jeder hat 24 Tage Urlaub."] });
  await buildPage(stage.db, { workspaceId, integrationId, title: TITLE, texts: [RULE] });
  return channel;
}

type Known = { number: number; title: string };
interface Answers {
  searches: string[];
  /** The new wording of the page's passage, for each time the model is asked. */
  changes?: string[];
}

function play({ searches, changes = [] }: Answers): void {
  let tries = 0;
  llm.play(({ purpose, data }) => {
    if (purpose === "find") {
      const [question, gist] = ["How many spray cans are allowed in a van?", "Four spray cans are allowed."];
      const messages = (data.messages ?? []).map(({ number }) => number);
      const matter = { messages, continues: null, question, gist, searches, changes: null };
      return { json: { matters: [{ ...matter, kind: "faq", settled: "settled" }] } };
    }
    const page = (data.known as Known[] | undefined)?.find(({ title }) => title === TITLE);
    const text = changes[Math.min(tries++, changes.length - 1)];
    if (purpose !== "write" || !page || !text) return "plausible";
    const changed = [{ statement: 1, text, settled: true, sources: [2] }];
    const known = { article: page.number, same: [{ statement: 1, sources: [2] }], changed, added: [] };
    return { json: { outcome: "known", why: null, known, articles: [] } };
  });
}

const calls = (wanted: string) => llm.asked.filter(({ purpose }) => purpose === wanted).map(({ data }) => data);
const knownTitles = () => calls("write").flatMap(({ known = [] }) => (known as Known[]).map(({ title }) => title));
const findingsOf = ({ workspaceId }: StageChannel) =>
  stage.db.select().from(wikiFindings).where(eq(wikiFindings.workspaceId, workspaceId));

describe("A page that tells a conversation's matter in other words", () => {
  it("is looked up by the words in which a model says that the wiki would have it", async () => {
    const channel = await newChannel("No more than 4 of them, says the insurance.");
    play({ searches: ["Gefahrgut", "Druckbehälter im Fahrzeug"] });
    await channel.run("analyse");
    expect(calls("find")[0]).toMatchObject({ pageTitles: ["Urlaub", TITLE] });
    expect(knownTitles()).toEqual([TITLE]);
  });

  it("is not looked up without them", async () => {
    const channel = await newChannel("No more than 4 of them, says the insurance.");
    play({ searches: [] });
    await channel.run("analyse");
    expect(calls("write")).toHaveLength(1);
    expect(knownTitles()).toEqual([]);
  });

  it("shows no model its title where not everybody may read it", async () => {
    const channel = await newChannel("No more than 4 of them, says the insurance.", "admins");
    play({ searches: ["Gefahrgut"] });
    await channel.run("analyse");
    expect(calls("find")).toHaveLength(1);
    expect(JSON.stringify(llm.asked.map(({ data }) => ({ ...data, matters: [] })))).not.toContain("Urlaub");
    expect(knownTitles()).toEqual([]);
  });

  it("is looked up by four short phrases at most, whatever the model answers", async () => {
    const channel = await newChannel("No more than 4 of them, says the insurance.");
    play({
      searches: [
        " ",
        "x".repeat(5_000),
        ...Array.from({ length: 500 }, (_, n) => `[Gefahrgut ${n}](https://a.example)`),
      ],
    });
    await channel.run("analyse");
    const [stored] = await stage.db
      .select({ searches: conversations.searches })
      .from(conversations)
      .where(eq(conversations.workspaceId, channel.workspaceId));
    expect(stored?.searches).toHaveLength(4);
    expect(Math.max(...(stored?.searches ?? []).map(({ length }) => length))).toBeLessThanOrEqual(80);
  });
});

describe("A page that says otherwise than the chat", () => {
  const contradicts = (text: unknown) => [{ kind: "contradicts", position: 0, fresh: [{ text }] }];

  it("is told where somebody said the number in words", async () => {
    const channel = await newChannel("ab April gibt es dreihundertzwanzig Euro die Woche");
    const text = "Zulage: 320 € je Woche, davor 280 €.";
    play({ searches: ["Gefahrgut"], changes: [text] });
    await channel.run("analyse");
    expect(await findingsOf(channel)).toMatchObject(contradicts(text));
    expect(calls("write")).toHaveLength(1);
  });

  it("is asked for once more where the model converted a unit", async () => {
    const channel = await newChannel("ab sofort alle zwei meter, das gilt überall");
    const text = "Abstand: 2 Meter, davor 2 500 mm.";
    play({ searches: ["Gefahrgut"], changes: ["Abstand: 2 000 mm, davor 2 500 mm.", text] });
    await channel.run("analyse");
    expect(await findingsOf(channel)).toMatchObject(contradicts(text));
    expect(calls("write")).toHaveLength(2);
  });

  it("is told with the chat's own words where the model's wording has a number that nobody said", async () => {
    const said = "ab sofort alle zwei meter, das gilt überall";
    const channel = await newChannel(said);
    play({ searches: ["Gefahrgut"], changes: ["Abstand: 2 000 mm, davor 2 500 mm."] });
    await channel.run("analyse");
    expect(await findingsOf(channel)).toMatchObject(contradicts(said));
    const made = await stage.db.select().from(articles).where(eq(articles.workspaceId, channel.workspaceId));
    expect(made).toEqual([]);
  });
});
