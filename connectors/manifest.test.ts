import { describe, expect, it } from "vitest";
import { confluenceManifest } from "./confluence/manifest.ts";
import { buildConfigSchema } from "./manifest.ts";
import { CHAT_MANIFESTS, getManifest, KNOWLEDGE_MANIFESTS } from "./manifests.ts";
import { type SlackConfig, slackManifest } from "./slack/manifest.ts";

const slack = buildConfigSchema(slackManifest);
const problemsOf = (schema: ReturnType<typeof buildConfigSchema>, value: unknown) =>
  schema.safeParse(value).error?.issues.map((issue) => issue.message) ?? [];

describe("the configuration a manifest describes", () => {
  it("has its values trimmed, and omits a blank optional field", () => {
    const config: SlackConfig = slack.parse({ botToken: " xoxb-1 ", signingSecret: "s", appToken: "  " });
    expect(config).toEqual({ botToken: "xoxb-1", signingSecret: "s" });
  });

  it("refuses an unknown field", () => {
    expect(slack.safeParse({ botToken: "xoxb-1", signingSecret: "s", password: "x" }).success).toBe(false);
  });

  it("CHAN-018 needs the bot token and the signing secret of Slack", () => {
    expect(problemsOf(slack, { botToken: " " })).toEqual(["Bot Token is required.", "Signing Secret is required."]);
  });

  it("CHAN-026 CHAN-027 says how a Slack token starts", () => {
    expect(problemsOf(slack, { botToken: "xoxp-1", appToken: "xoxb-1", signingSecret: "s" })).toEqual([
      "A bot token starts with xoxb-. This is a user token. Copy the Bot User OAuth Token, which is below it under OAuth & Permissions.",
      "An app token starts with xapp-. This is a bot token: paste it into Bot Token.",
    ]);
  });

  const HEX = "0123456789abcdef0123456789abcdef";
  it.each([
    ["signingSecret", "xoxb-1-2-abc", "This is a bot token: paste it into Bot Token."],
    ["signingSecret", "xapp-1-A0-1-abc", "This is an app-level token: paste it into App Token."],
    ["signingSecret", "123456789012.123456789012", "This is the Client ID of the app."],
    ["signingSecret", "A0123456789", "This is the App ID."],
    ["signingSecret", "AbCdEfGhIjKlMnOpQrStUvWx", "This is the Verification Token of the app"],
    ["botToken", HEX, "This is a signing secret: paste it into Signing Secret."],
    ["botToken", "xoxe.xoxb-1-abc", "This is a bot token that expires after 12 hours."],
    ["appToken", "xoxe-1-abc", "This is a token for configuring apps or renewing others."],
    ["botToken", "xoxc-1", "This is a token of a browser or of an older kind of app."],
    ["botToken", "https://hooks.slack.com/services/T/B/x", "This is the address of a webhook."],
  ])("names the kind of credential that was pasted into %s: %s", (key, value, sentence) => {
    const right = { botToken: "xoxb-1", signingSecret: HEX };
    expect(problemsOf(slack, { ...right, [key]: value }).join(" ")).toContain(sentence);
    expect(problemsOf(slack, right)).toEqual([]);
  });

  it("requires email:token for Atlassian", () => {
    const confluence = buildConfigSchema(confluenceManifest);
    const rest = { baseUrl: "https://acme.atlassian.net", spaceId: "DOC" };
    for (const apiKey of ["token", ":token", "me@acme.com:", "me@acme.com"])
      expect(problemsOf(confluence, { ...rest, apiKey })).toEqual(["The token must be in the form email:token."]);
    expect(problemsOf(confluence, { ...rest, apiKey: "me@acme.com:to:ken" })).toEqual([]);
  });

  it("CHAN-016 CHAN-021 requires nothing of Google Chat and Teams", () => {
    for (const id of ["google-chat", "teams"] as const)
      expect(buildConfigSchema(getManifest(id)).parse({})).toEqual({});
  });
});

it.each([...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS].map((one) => [one.name, one] as const))(
  "The setup guide of %s explains each required field in few steps",
  (_name, { setupGuide, fields }) => {
    expect(setupGuide.length).toBeLessThanOrEqual(11);
    const words = setupGuide.map(({ title, text }) => `${title} ${text}`.toLowerCase());
    const missing = fields.filter(({ label, required }) => {
      const wanted = label.toLowerCase().split(" ");
      return required && !words.some((step) => wanted.every((word) => step.includes(word)));
    });
    expect(missing.map(({ label }) => label)).toEqual([]);
  },
);

it("every connector has a setup guide, and every id is unique", () => {
  const all = [...CHAT_MANIFESTS, ...KNOWLEDGE_MANIFESTS];
  expect(new Set(all.map((manifest) => manifest.id)).size).toBe(all.length);
  for (const manifest of all) expect(manifest.setupGuide.length).toBeGreaterThanOrEqual(3);
});
