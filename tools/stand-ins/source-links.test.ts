import { afterAll, beforeAll, expect, it } from "vitest";
import type { ChatSource } from "../../connectors/chat-source.ts";
import { createConnectors } from "../../connectors/registry.ts";
import { createSafeFetch } from "../../connectors/safe-fetch.ts";
import { type GoogleChatStandIn, startGoogleChatStandIn, USER_SCOPES } from "./google-chat/google-chat-stand-in.ts";
import { ALL_SCOPES, type SlackStandIn, startSlackStandIn } from "./slack/slack-stand-in.ts";
import { ALL_PERMISSIONS, startTeamsStandIn, type TeamsStandIn } from "./teams/teams-stand-in.ts";

const FILLER = 500;
const ts = (number: number) => `${1_767_225_600 + number}.000100`;
const people = [{ id: "1", name: "Ana" }];

let slack: SlackStandIn;
let google: GoogleChatStandIn;
let microsoft: TeamsStandIn;
let sources: Record<"slack" | "google-chat" | "teams", ChatSource<Record<string, string>>>;
beforeAll(async () => {
  slack = await startSlackStandIn({
    teams: [
      {
        team: { id: "T1", name: "Acme", domain: "acme" },
        botToken: "xoxb-1",
        scopes: ALL_SCOPES,
        users: [{ id: "U1", name: "ana" }],
        channels: [
          {
            id: "C1",
            name: "general",
            messages: Array.from({ length: FILLER }, (_, number) => ({
              ts: ts(number),
              user: "U1",
              text: `words of message ${number};`,
            })),
          },
        ],
      },
    ],
  });
  google = await startGoogleChatStandIn({
    spaces: [{ id: "AAA", displayName: "Apples", people }],
    tokens: { "ya29.one": { kind: "user", scopes: USER_SCOPES } },
  });
  microsoft = await startTeamsStandIn({
    tenantId: "tenant-1",
    apps: [{ appId: "app-1", secret: "secret-1", permissions: ALL_PERMISSIONS }],
    teams: [{ id: "T", displayName: "Acme", people, channels: [{ id: "19:a@thread.tacv2", displayName: "Apples" }] }],
  });
  sources = createConnectors({
    fetch: createSafeFetch({ allow: [new URL(slack.url).host, new URL(google.url).host] }),
    slackDistribution: "internal",
    slackApiUrl: slack.apiBaseUrl.slice(0, -1),
    googleChatApiUrl: google.url,
    googleTokenUrl: google.tokenUrl,
    graphApiUrl: microsoft.url,
  }).sources;
});
afterAll(async () => {
  await slack.close();
  await google.close();
  await microsoft.close();
});

/** Opens the page of a link and returns the message that the page scrolls to. */
async function follow(link: string | null) {
  const answer = await fetch(link ?? "", { redirect: "manual" });
  const target = new URL(answer.headers.get("location") ?? "", link ?? "");
  // On a page for editing, the link focuses the message's edit field.
  const id = decodeURIComponent(target.hash.slice(1)).replace(/^edit-/, "");
  const html = await (await fetch(target)).text();
  return {
    html,
    message: new RegExp(`<article id="${id.replaceAll(".", "\\.")}"[^]*?</article>`).exec(html)?.[0] ?? "",
  };
}

it("a source's link leads to its message in Slack, even an old one; for a deleted message, the page says so", async () => {
  const { teamUrl } = await sources.slack.check({ botToken: "xoxb-1", signingSecret: "x" });
  const linkTo = (externalId: string, threadId: string | null = null) =>
    sources.slack.permalink({ teamUrl, channelId: "C1", message: { externalId, threadId } });
  for (const number of [3, FILLER - 1]) {
    const { message } = await follow(linkTo(ts(number)));
    expect(message).toContain(`words of message ${number};`);
  }
  const reply = slack.team("T1").reply("C1", ts(3), { user: "U1", text: "an answer in the thread" });
  expect((await follow(linkTo(reply.ts, ts(3)))).message).toContain("an answer in the thread");
  slack.team("T1").delete("C1", ts(4));
  const gone = await follow(linkTo(ts(4)));
  expect(gone.html).toContain("not here any more");
});

it("a source's link leads to its message in Google Chat", async () => {
  const space = google.space("AAA");
  const ids = Array.from({ length: 250 }, (_, number) => space.post({ userId: "1", text: `word ${number};` }));
  const link = sources["google-chat"].permalink({
    teamUrl: null,
    channelId: "spaces/AAA",
    message: { externalId: ids[1] ?? "", threadId: null },
  });
  expect((await follow(link)).message).toContain("word 1;");
});

it("a source's link leads to its message in Microsoft Teams, even to a reply", async () => {
  const channel = microsoft.channel("19:a@thread.tacv2");
  const ids = Array.from({ length: 250 }, (_, number) =>
    channel.post({ userId: "1", content: `<p>word ${number};</p>` }),
  );
  const [, post = ""] = ids;
  const reply = channel.post({ userId: "1", content: "an answer below", replyTo: post });
  const linkTo = (externalId: string, threadId: string | null) =>
    sources.teams.permalink({ teamUrl: null, channelId: "T/19:a@thread.tacv2", message: { externalId, threadId } });
  expect((await follow(linkTo(post, null))).message).toContain("word 1;");
  expect((await follow(linkTo(reply, post))).message).toContain("an answer below");
});
