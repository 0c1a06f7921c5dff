import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { slackManifest } from "../../connectors/slack/manifest.ts";
import { SLACK_SETUP_WAYS } from "../../connectors/slack/setup-ways.ts";
import { PLAN_LIMITS, PLANS, PRICING_CATALOGUE } from "../../shared/domain/plans.ts";
import { GUIDES } from "./guides.ts";
import { PRICING_QUESTIONS } from "./pricing-questions.ts";
import { TERMS_OF_SERVICE } from "./terms-of-service.ts";
import { TOOL_PAGES } from "./tool-pages.ts";

const guides = GUIDES.flatMap((group) => group.guides);
const NUMBERS: Readonly<Record<string, number>> = { one: 1, two: 2, three: 3, four: 4, five: 5 };
const KINDS = [
  { limit: "messagesPerMonth", words: /([\d,]+|\b[a-z]+) messages (?:a|per) month/gi },
  { limit: "channels", words: /([\d,]+|\b[a-z]+) slack channels?/gi },
  { limit: "knowledgePlatforms", words: /([\d,]+|\b[a-z]+) knowledge platforms?/gi },
] as const;

function limitsIn(text: string) {
  return KINDS.flatMap(({ limit, words }) =>
    [...text.matchAll(words)].flatMap(([said, count = ""]) => {
      const number = NUMBERS[count.toLowerCase()] ?? Number(count.replaceAll(",", ""));
      return Number.isNaN(number) ? [] : [{ limit, said, number }];
    }),
  );
}

it("Every page that names a limit of a plan names one that the server enforces", async () => {
  const landing = await readFile(join(import.meta.dirname, "../site/landing.tsx"), "utf8");
  const pages = {
    ...Object.fromEntries(TOOL_PAGES.map((page) => [page.urlSlug, JSON.stringify(page)])),
    ...Object.fromEntries(guides.map(({ slug, markdown }) => [slug, markdown])),
    pricing: JSON.stringify([PRICING_CATALOGUE, PRICING_QUESTIONS]),
    terms: JSON.stringify(TERMS_OF_SERVICE),
    landing,
  };
  const found = Object.entries(pages).flatMap(([page, text]) => limitsIn(text).map((one) => ({ page, ...one })));
  expect(found.length).toBeGreaterThan(5);
  const isEnforced = ({ limit, number }: (typeof found)[number]) =>
    PLANS.some(({ id }) => PLAN_LIMITS[id][limit] === number);
  expect(found.filter((one) => !isEnforced(one))).toEqual([]);
});

it("The guide to Slack shows what the form shows: the button's ways first, and permissions by hand only below them", () => {
  const guide = guides.find(({ slug }) => slug === "slack")?.markdown ?? "";
  const [pressed = "", byHand = ""] = guide.split("## By hand instead");
  for (const { label, link, steps } of SLACK_SETUP_WAYS) {
    expect(pressed).toContain(`## ${label}`);
    expect(pressed).toContain(link.label);
    for (const { title } of steps) expect(pressed).toContain(`**${title}.**`);
  }
  expect(pressed).not.toContain("channels:history");
  for (const { title } of slackManifest.setupGuide) expect(byHand).toContain(`**${title}.**`);
});
