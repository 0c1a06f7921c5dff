import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { StatementDifferences } from "./statement-differences.tsx";

const ADDED = {
  kind: "added" as const,
  section: null,
  form: "sentence" as const,
  before: null,
  after: [{ text: "Then copy the rest.", isChanged: true }],
};
const wordsOf = (markup: string) =>
  markup
    .replaceAll(/<[^>]+>/g, " ")
    .replaceAll(/\s+/g, " ")
    .trim();

it("an added sentence says between which others it goes, and does not look like a replacement", () => {
  const around = { before: "Copy package.json first.", after: "Run the build." };
  const found = { title: null, labels: [], unchanged: 2, changes: [{ ...ADDED, around }] };
  const words = wordsOf(renderToStaticMarkup(<StatementDifferences found={found} />));
  expect(words).toContain("After: Copy package.json first. Then copy the rest. Before: Run the build.");
  expect(words).not.toMatch(/Was|Now/);
});
