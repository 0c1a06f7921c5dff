import { describe, expect, it } from "vitest";
import { TOOL_PAGES } from "./tool-pages.ts";

const words = (text: string) => new Set(text.toLowerCase().match(/[a-z’]{4,}/g));

describe("the tool pages", () => {
  it("SLUG-002 are 27, each with an address of its own", () => {
    expect(TOOL_PAGES).toHaveLength(27);
    expect(new Set(TOOL_PAGES.map(({ urlSlug }) => urlSlug)).size).toBe(27);
  });

  it("ENT-005 are records of one shape, of four types; those about people and their cases name troubles and benefits", () => {
    const always =
      "toolName shortDesc useCase exportTarget urlSlug pageType targetAudience title description keywords specificUseCases";
    for (const page of TOOL_PAGES) {
      const isAboutPeople = page.pageType === "persona" || page.pageType === "use-case";
      const fields = (isAboutPeople ? `${always} painPoints benefits` : always).split(" ");
      const record: Record<string, unknown> = { ...page };
      const empty = fields.filter((field) => !record[field] || (record[field] as string | object[]).length === 0);
      expect([page.urlSlug, empty]).toEqual([page.urlSlug, []]);
      expect(["painPoints" in page, "benefits" in page]).toEqual([isAboutPeople, isAboutPeople]);
      expect(page.exportTarget).not.toMatch(/,(?! )|, ,|,$/);
    }
    expect(new Set(TOOL_PAGES.map(({ pageType }) => pageType))).toEqual(
      new Set(["tool-specific", "use-case", "solution", "persona"]),
    );
  });

  it("have titles and descriptions that a search engine shows whole", () => {
    for (const { urlSlug, title, description } of TOOL_PAGES) {
      expect([urlSlug, title.length <= 60, description.length >= 100, description.length <= 185]).toEqual([
        urlSlug,
        true,
        true,
        true,
      ]);
    }
  });

  it("share no sentence with one another", () => {
    const said = new Map<string, string>();
    for (const page of TOOL_PAGES) {
      const points = [...page.features, ...page.specificUseCases, ...page.steps];
      if ("painPoints" in page) points.push(...page.painPoints, ...page.benefits);
      const texts = [page.intro, page.heading, page.description, ...points.map(({ text }) => text)];
      for (const text of [...texts, ...page.questions.map(({ answer }) => answer)]) {
        expect([text, said.get(text)]).toEqual([text, undefined]);
        said.set(text, page.urlSlug);
      }
    }
  });

  it("differ in more than a name: no two intros have half of their words in common", () => {
    for (const one of TOOL_PAGES)
      for (const other of TOOL_PAGES) {
        if (one.urlSlug >= other.urlSlug) continue;
        const [a, b] = [words(one.intro), words(other.intro)];
        const shared = [...a].filter((word) => b.has(word)).length / Math.min(a.size, b.size);
        expect([one.urlSlug, other.urlSlug, shared < 0.5]).toEqual([one.urlSlug, other.urlSlug, true]);
      }
  });

  it("say of every source and target that does not work yet that it does not", () => {
    for (const { urlSlug, exportTarget, notYet } of TOOL_PAGES) {
      for (const target of exportTarget.split(", ")) {
        if (!/^(Confluence|Notion|GitHub Wiki|Zendesk|Intercom|Jira|SharePoint|ServiceNow)$/.test(target))
          expect(target).toMatch(/ \(planned\)$/);
      }
      if (/google-meet|jira|sharepoint|slack-teams/.test(urlSlug))
        expect([urlSlug, notYet?.length]).toEqual([urlSlug, expect.any(Number)]);
    }
  });
});
