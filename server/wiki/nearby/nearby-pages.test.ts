import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inWorkspace } from "../../db/workspace-scope.ts";
import { buildUser } from "../../testing/factories.ts";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { buildPage, buildWiki } from "../testing/wiki-rows.ts";
import { findNearbyPages } from "./nearby-pages.ts";
import type { ConversationTexts } from "./page-similarity.ts";

let test: TestApp;
beforeAll(async () => void (test = await createTestApp()));
afterAll(() => test.close());

/** Titles of the nearest pages of a wiki with these pages, whose passages are separated by line breaks. */
async function wikiOf(pages: Record<string, string>) {
  const { workspaceId } = await buildUser(test.db);
  const integrationId = await buildWiki(test.db, workspaceId);
  for (const [title, text] of Object.entries(pages))
    await buildPage(test.db, { workspaceId, integrationId, title, texts: text.split("\n") });
  return (about: ConversationTexts, most = 8) =>
    inWorkspace(test.db, workspaceId, (scope) => findNearbyPages(scope, about, most));
}

const HANDBOOK = {
  Rückgabe: "Möbel nehmen wir einen Monat lang zurück.\nDie Frist läuft ab dem Lieferschein.",
  Lieferschein: "Der Fahrer lässt den Lieferschein unterschreiben.\nEin Foto genügt bei Nachbarn.",
  Kundendienst: "Reparaturen gehen an den Kundendienst.\nKunden rufen im Büro an, wie lange es auch dauert.",
  Urlaub: "Urlaub wird im Portal beantragt.\nNoch offene Tage verfallen im März.",
};

describe("The pages that are near to a conversation", () => {
  it("are found in German by other forms and by parts of compounds", async () => {
    const find = await wikiOf(HANDBOOK);
    const near = await find({ said: "Welche Rückgabefristen gelten?" });
    expect(near[0]?.title).toBe("Rückgabe");
    expect((await find({ said: "Wann sind Urlaubsanträge fällig?" }))[0]?.title).toBe("Urlaub");
  });

  it("are found by a word that they have only inside of a compound, and by another compound with it", async () => {
    const pages = {
      ...HANDBOOK,
      Wartungsverträge: "Wartungsverträge laufen drei Jahre.",
      Streusalzlager: "Säcke sind links.",
    };
    const find = await wikiOf(pages);
    expect((await find({ said: "Welche Laufzeit hat so ein Vertrag?" }))[0]?.title).toBe("Wartungsverträge");
    expect((await find({ said: "Wer kündigt einen Servicevertrag?" }))[0]?.title).toBe("Wartungsverträge");
    expect((await find({ said: "Wo ist unser Streusalz?" }))[0]?.title).toBe("Streusalzlager");
  });

  it("are found by what a question is about, not by the words of asking, and by their title first", async () => {
    const page = "Post holt man dort, wenn was da ist.";
    const about = "Schlüssel gibt es im Büro. Wer den Schlüssel verliert, meldet es.";
    const find = await wikiOf({
      ...HANDBOOK,
      Fragen: page,
      Büro: about,
      Schlüssel: "Ausgabe im Büro gegen Unterschrift.",
    });
    const near = await find({ said: "Was ist, wenn der Schlüssel weg ist?" });
    expect(near[0]?.title).toBe("Schlüssel");
    expect((await find({ said: "Schlüssel" }))[0]?.title).toBe("Schlüssel");
  });

  it("are found by the words of the matter before those of the chat", async () => {
    const find = await wikiOf(HANDBOOK);
    const said = "Der Fahrer hat den Lieferschein, ein Nachbar das Foto.";
    expect((await find({ said }))[0]?.title).toBe("Lieferschein");
    const matter = "Wie lange ist die Frist für die Rückgabe von Möbeln?";
    expect((await find({ said, matter: [matter] }))[0]?.title).toBe("Rückgabe");
  });

  it("are shown with fewer passages from the fourth on, the nearest of them", async () => {
    const filler = (about: string) => Array.from({ length: 30 }, (_, n) => `${about} number ${n} ${"x".repeat(180)}.`);
    const pages = Object.fromEntries(
      Array.from({ length: 5 }, (_, n) => [
        `Goods in ${n}`,
        [...filler("Shelf"), `Suppliers unload at gate ${n}.`].join("\n"),
      ]),
    );
    const near = await (await wikiOf(pages))({ said: "At which gate do suppliers unload?" });
    const lengths = near.map(({ passages }) => passages.reduce((sum, { text }) => sum + text.length, 0));
    expect(near).toHaveLength(5);
    for (const { passages } of near) expect(passages.at(-1)?.text).toContain("Suppliers unload");
    expect(Math.max(...lengths.slice(0, 3))).toBeLessThanOrEqual(3_000);
    expect(Math.max(...lengths.slice(3))).toBeLessThanOrEqual(1_000);
    expect(Math.min(...lengths)).toBeGreaterThan(500);
  });
});
