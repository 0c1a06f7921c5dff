import { describe, expect, it } from "vitest";
import { confluenceManifest } from "./confluence/manifest.ts";
import { configSchema } from "./manifest.ts";
import { CHAT_MANIFESTS, getManifest, KNOWLEDGE_MANIFESTS } from "./manifests.ts";
import { type SlackConfig, slackManifest } from "./slack/manifest.ts";

const slack = configSchema(slackManifest);
const problemsOf = (schema: ReturnType<typeof configSchema>, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

describe("the configuration a manifest describes", () => {
  it("is trimmed, and a blank optional field is left out", () => {
    const config: SlackConfig = slack.parse({ botToken: " xoxb-1 ", signingSecret: "s", appToken: "  " });
    expect(config).toEqual({ botToken: "xoxb-1", signingSecret: "s" });
  });

  it("refuses a field it does not know", () => {
    expect(slack.safeParse({ botToken: "xoxb-1", signingSecret: "s", password: "x" }).success).toBe(false);
  });

  it("CHAN-018 needs the bot token and the signing secret of Slack", () => {
    expect(problemsOf(slack, { botToken: " " })).toEqual(["Bot Token is required.", "Signing Secret is required."]);
  });

  it("CHAN-026 CHAN-027 says how a Slack token starts", () => {
    expect(problemsOf(slack, { botToken: "xoxp-1", appToken: "xoxb-1", signingSecret: "s" })).toEqual([
      "A bot token starts with xoxb-.",
      "An app token starts with xapp-.",
    ]);
  });

  it("asks for email:token where Atlassian needs both", () => {
    const confluence = configSchema(confluenceManifest);
    const rest = { baseUrl: "https://acme.atlassian.net", spaceId: "DOC" };
    for (const apiKey of ["token", ":token", "me@acme.com:", "me@acme.com"])
      expect(problemsOf(confluence, { ...rest, apiKey })).toEqual(["The token must be in the form email:token."]);
    expect(problemsOf(confluence, { ...rest, apiKey: "me@acme.com:to:ken" })).toEqual([]);
  });

  it("CHAN-016 CHAN-021 requires nothing of Google Chat and Teams", () => {
    for (const id of ["google-chat", "teams"] as const) expect(configSchema(getManifest(id)).parse({})).toEqual({});
  });
});

it("every connector has a guide to read, and every id is there once", () => {
  const all = [...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS];
  expect(new Set(all.map((manifest) => manifest.id)).size).toBe(all.length);
  for (const manifest of all) expect(manifest.setupGuide.length).toBeGreaterThanOrEqual(3);
});
