import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSlackExport } from "../../../connectors/slack/export.ts";
import { containsClaim } from "../../../server/cli/evaluate/claims.ts";
import { readGold } from "../../../server/cli/evaluate/gold.ts";
import { evaluateCompanyTask } from "../evaluate-company.ts";
import { listCompanyNames, readCompany } from "./read-company.ts";

describe.each(listCompanyNames())("The invented company %s", (name) => {
  const { team, gold } = readCompany(name);
  const said = team.channels.flatMap(({ messages }) => messages);
  const texts = new Map(said.map(({ ts, text }) => [ts, text]));

  it("is read back from its export with every message, its threads and its expected results", async () => {
    const folder = await mkdtemp(join(tmpdir(), "lorekeep-company-test-"));
    try {
      await evaluateCompanyTask({ engine: "local", company: name, export: folder });
      const read: { externalId: string; threadId: string | null }[] = [];
      for await (const part of readSlackExport(join(folder, "export.zip"))) {
        expect(part.skipped).toEqual([]);
        if (part.kind === "messages") read.push(...part.messages);
      }
      const people = said.filter(({ bot_id }) => !bot_id);
      expect(read.map(({ externalId }) => externalId).sort()).toEqual(people.map(({ ts }) => ts).sort());
      expect(read.filter(({ threadId }) => threadId)).toHaveLength(said.filter(({ thread_ts }) => thread_ts).length);
      expect(await readGold(join(folder, "gold.json"))).toMatchObject({ language: gold.language });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("contains enough messages to measure, and no message is marked both as knowledge and as tempting", () => {
    expect(new Set(said.map(({ ts }) => ts)).size).toBe(said.length);
    expect(gold.pieces.length).toBeGreaterThanOrEqual(20);
    expect(gold.tempting.length).toBeGreaterThanOrEqual(10);
    expect(gold.pieces.filter(({ revises }) => revises).length).toBeGreaterThanOrEqual(3);
    const knowledge = new Set(gold.pieces.flatMap(({ messages }) => messages));
    for (const { id, messages } of gold.tempting) {
      expect(messages, id).not.toEqual([]);
      expect(
        messages.some((ts) => knowledge.has(ts)),
        id,
      ).toBe(false);
    }
  });

  it("contains every expected fact and every forbidden string in the marked messages", () => {
    for (const { id, messages, facts } of gold.pieces) {
      const spoken = messages.map((ts) => texts.get(ts)).join("\n");
      for (const fact of facts)
        expect([id, fact.text, containsClaim(spoken, { ...fact, keys: fact.keys ?? [] })]).toEqual([
          id,
          fact.text,
          true,
        ]);
    }
    const all = [...texts.values()].join("\n").toLowerCase();
    for (const string of gold.never) expect(all).toContain(string.toLowerCase());
  });
});
