import { describe, expect, it } from "vitest";
import type { Engine, KnowledgeText } from "../../engine/contract.ts";
import { useLlmStage } from "./testing/llm-stage.ts";

const stage = useLlmStage();

const text = (title: string, ...statements: string[]): KnowledgeText => ({
  title,
  contentType: "faq",
  statements: statements.map((said) => ({ form: "sentence", text: said })),
});
const KNOWN = text(
  "Until when can tickets be exchanged?",
  "Tickets can be exchanged until 24 hours before.",
  "It costs £2.",
);
const AGAIN = text(
  "How late can a ticket be swapped?",
  "You can swap a ticket up to a day, 24 hours, before the show.",
);
const verdict = (found: object) => ({
  json: { relation: "same", certainty: "high", same: [], contradicting: [], added: [], ...found },
});
const compare = ({ compare: with_ }: Engine, known: KnowledgeText, fresh: KnowledgeText) => {
  if (!with_) throw new Error("It compares nothing");
  return with_(known, fresh);
};

describe("Whether two texts say the same", () => {
  it("is asked of the model, which sees numbered statements and answers with their numbers", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    stage.llm.play([verdict({ same: [{ known: 1, fresh: 1 }] })]);
    expect(await compare(engine, KNOWN, AGAIN)).toEqual({
      relation: "same",
      confidence: 0.95,
      pairs: [{ known: 0, fresh: 0, relation: "same" }],
      addedStatements: [],
    });
    const [asked, ...more] = stage.llm.asked;
    expect(more).toEqual([]);
    expect(asked?.data.known).toMatchObject({ title: KNOWN.title, statements: [{ number: 1 }, { number: 2 }] });
    const [call] = await stage.callsOf(workspaceId);
    expect(call).toMatchObject({ purpose: "compare", outcome: "ok" });
    expect(JSON.stringify(call)).not.toMatch(/ticket/i);
  });

  it("costs no call where they are plainly about something else", async () => {
    const { engine } = await stage.newEngine();
    const other = text("Restarting the print server", "Run `systemctl restart cups` on the host of the printers.");
    expect((await compare(engine, KNOWN, other)).relation).toBe("different");
    expect(stage.llm.asked).toEqual([]);
  });

  it.each([
    ["another number", "You can swap a ticket until 48 hours before the show."],
    ["another amount", "To swap a ticket up to 24 hours before costs £3."],
  ])("with %s is news and never support, whatever the model says", async (_what, said) => {
    const { engine } = await stage.newEngine();
    stage.llm.play([verdict({ same: [{ known: 1, fresh: 1 }] })]);
    const comparison = await compare(engine, KNOWN, text("How late can a ticket be swapped?", said));
    expect(comparison).toMatchObject({ relation: "adds", pairs: [], addedStatements: [0] });
  });

  it("is a contradiction with the two statements that cannot both hold", async () => {
    const { engine } = await stage.newEngine();
    stage.llm.play([verdict({ relation: "contradicts", contradicting: [{ known: 1, fresh: 1 }] })]);
    const fresh = text("How late can a ticket be swapped?", "A ticket can be swapped until 48 hours before the show.");
    expect(await compare(engine, KNOWN, fresh)).toMatchObject({
      relation: "contradicts",
      pairs: [{ known: 0, fresh: 0, relation: "contradicts" }],
      addedStatements: [],
    });
  });

  it("is asked again where it names statements that do not exist, and is the local engine's word after that", async () => {
    const { engine, workspaceId } = await stage.newEngine();
    const local = (await stage.newEngine({ LLM_PROVIDER: "", LLM_BASE_URL: "", LLM_MODEL: "" })).engine;
    const bad = verdict({ same: [{ known: 9, fresh: 1 }] });
    stage.llm.play([bad, bad]);
    expect(await compare(engine, KNOWN, AGAIN)).toEqual(await compare(local, KNOWN, AGAIN));
    expect(stage.llm.asked).toHaveLength(2);
    expect(await stage.logsOf(workspaceId)).toEqual([]);
  });
});
