import { expect, it } from "vitest";
import { createConfluenceTarget } from "../../connectors/confluence/target.ts";
import type { PageContent } from "../../connectors/knowledge-target.ts";
import { hashBlocks, listBlockKeys } from "./known-content.ts";
import { findPageEdits } from "./page-edits.ts";

const said = (text: string) => ({ form: "sentence" as const, text, language: null, sources: [] });

it("page edits include a paragraph below a closing line from an earlier version", async () => {
  const target = createConfluenceTarget({ fetch });
  const content: PageContent = {
    title: "Restart the worker",
    summary: [said("Restart the worker after a deploy.")],
    body: [],
    redactions: [],
    labels: [],
    sources: [],
    marker: "ref lk-0123456789abcdef",
    confirmed: null,
  };
  const ours = hashBlocks(target.render(content));
  const theirs = hashBlocks([{ key: "", native: "<p>Ask Ops first.</p>" }]);
  const confirmed = { ...content, confirmed: { at: new Date("2026-11-24"), by: "Ada", isChangedSince: false } };
  const found = await findPageEdits({
    target,
    textsOf: async (blocks) => blocks.map(target.textOf),
    content: confirmed,
    known: new Set(listBlockKeys(ours)),
    page: [...ours, ...theirs],
    notes: [],
  });
  expect(found?.left).toBe(0);
  expect(found?.edits.map(({ texts }) => texts)).toEqual([
    [expect.objectContaining({ kind: "words", parts: ["Ask Ops first."] })],
  ]);
});
