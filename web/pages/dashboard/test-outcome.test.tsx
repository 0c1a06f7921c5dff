import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, it } from "vitest";
import type { TestAnalysis } from "../../../shared/contract/analysis.ts";
import { NO_NEW_ARTICLE_STATUS } from "../../../shared/domain/detection.ts";
import { TestOutcome } from "./test-outcome.tsx";

const QUIET = `10 messages analyzed, ${NO_NEW_ARTICLE_STATUS}`;

function shown(statuses: string[], more: Partial<TestAnalysis> = {}): string {
  const data: TestAnalysis = {
    success: true,
    channelsAnalyzed: statuses.length,
    totalMessagesAnalyzed: 10 * statuses.length,
    articlesCreated: 1,
    results: statuses.map((status, index) => ({ channel: `channel-${index + 1}`, status })),
    message: "",
    runId: "1",
    ...more,
  };
  return renderToStaticMarkup(
    <MemoryRouter>
      <TestOutcome test={{ data, error: null } as never} run={undefined} />
    </MemoryRouter>,
  );
}

it("DASH-011 the result of a test has a line for each channel", () => {
  const html = shown(["10 messages analyzed, 1 article created", QUIET]);
  expect(html.match(/<li/g)).toHaveLength(2);
  expect(html).not.toContain("<details");
});

it("DASH-011 many channels without news are one line, and their own lines behind it", () => {
  const html = shown([QUIET, QUIET, "10 messages analyzed, 1 article created", QUIET, QUIET, QUIET]);
  expect(html).toContain("5 channels: nothing new</summary>");
  const [news = "", quiet = ""] = html.split("<details");
  expect(news).toContain("#channel-3");
  expect(news.match(/<li/g)).toHaveLength(1);
  expect(quiet.match(/<li/g)).toHaveLength(5);
});

it("DASH-011 a test without a new article claims nothing of the library, whether messages were read or not", () => {
  const nothing = { articlesCreated: 0 };
  expect(shown([QUIET], nothing)).toContain("These messages hold nothing new that is worth an article.");
  const unread = shown([QUIET], { ...nothing, totalMessagesAnalyzed: 0 });
  expect(unread).toContain("There was no message to check yet.");
  expect(unread).not.toContain("already");
});

it("DASH-011 the result says how much a test reads, and what reads everything", () => {
  const says =
    "The test reads the last 10 messages of each channel. Analyze, on Collaboration Tools, reads all of them";
  expect(shown([QUIET])).toContain(says);
  expect(shown([], { articlesCreated: 0, totalMessagesAnalyzed: 0 })).not.toContain(says);
});

it("DASH-011 a test without an active channel says so and leads to where one is added", () => {
  const html = shown([], { articlesCreated: 0, totalMessagesAnalyzed: 0 });
  expect(html).toContain("No channel is active, so nothing was read.");
  expect(html).toContain('href="/channels"');
  expect(html).not.toContain("Open the library");
});
