import { generateKeyPairSync } from "node:crypto";
import { MESSAGE_SHORTCUT } from "../../connectors/slack/scopes.ts";
import { DEFAULT_ACCOUNT } from "../stand-ins/confluence/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN } from "../stand-ins/notion/server.ts";
import { operatorApps } from "../stand-ins/operator-apps.ts";
import { ALL_SCOPES } from "../stand-ins/slack/slack-stand-in.ts";
import type { StandIns, StandInsOptions } from "../stand-ins/start-stand-ins.ts";
import { loadDemoTeams, type SlackMessage } from "./chat.ts";
import { toGoogleChatSpace } from "./google-chat-space.ts";
import { REVIEWED_ARTICLES, type ReviewedArticle } from "./reviewed-articles.ts";
import { listNewestHrMessages, listTodaysSupportMessages } from "./said-today.ts";

/** The signing secret of the demo's only Slack app, for teams connected by token and by 'Add to Slack'. */
export const SIGNING_SECRET = "demo-signing-secret";
/** The account that Google's consent page offers. */
const VISITOR = { id: "1001", email: "dana@demo.example" };
const SPACE = { key: "LORE", name: "Team knowledge" };
const SERVICE_ACCOUNT = "lorekeep@demo.iam.gserviceaccount.com";
const PIPE = { topic: "projects/demo/topics/chat", subscription: "projects/demo/subscriptions/lorekeep" };
/** The channel whose conversations are in Google Chat. */
const IN_GOOGLE_CHAT = { channel: "git", spaceId: "AAAAdemoGit", name: "Git" };
/** The channel in which the app asks authors about their answers, in threads. */
const ASKS_IN_THREADS = "support";
/** Words of the message behind the first article, which the visitor is invited to edit. */
const FIRST_MESSAGE = REVIEWED_ARTICLES[0]?.cites ?? "";
/** Channels of colleagues, from which good articles come. */
const READING_ORDER = "support operations it-help engineering random".split(" ");
/** The channel that the demo does not read at the start, so that the visitor can watch Run Analysis find its articles. */
const LEFT_FOR_THE_VISITOR = "hr";
/** Channels of strangers from public archives, less tidy than a company's channels. The demo reads them on request. */
const ROUGH = "docker nodejs typescript Git sql python ubuntu linux".split(" ");

/** Messages posted shortly before the demo starts, by channel. */
const FRESH: Record<string, (now: Date) => SlackMessage[]> = {
  [ASKS_IN_THREADS]: listTodaysSupportMessages,
  [LEFT_FOR_THE_VISITOR]: listNewestHrMessages,
};

/** The values that a knowledge manager would enter in the forms. */
export interface DemoPlatforms {
  chats: { name: string; platform: "slack" | "google-chat"; config: Record<string, string> }[];
  knowledge: { name: string; type: string; baseUrl: string; spaceId: string; apiKey: string }[];
  /** Names of channels and spaces, in reading order. */
  readingOrder: string[];
  /** Channels that are monitored, but not read at the start. */
  unread: string[];
  firstMessage: string;
  reviewed: ReviewedArticle[];
  asksInThreads: string;
}

/**
 * Creates the demo's two Slack teams, a Google Chat space and a Confluence space, for `startStandIns`. `publicUrl` is the
 * product's address for OAuth redirects.
 */
export function createDemoWorld(now = new Date(), publicUrl = "http://localhost") {
  const appsFor = (platform: string) => operatorApps(publicUrl, platform);
  const teams = loadDemoTeams(now).map((team) => ({ team, botToken: `xoxb-demo-${team.id}` }));
  const spaces = teams.flatMap(({ team }) =>
    team.channels
      .filter(({ name }) => name === IN_GOOGLE_CHAT.channel)
      .map((channel) => toGoogleChatSpace(team, { ...channel, name: IN_GOOGLE_CHAT.name }, IN_GOOGLE_CHAT.spaceId)),
  );
  const keys = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
  const keyFile = { type: "service_account", client_email: SERVICE_ACCOUNT, private_key: keys.privateKey };
  return {
    slack: {
      // The demo does not need Slack's rate limits.
      limits: "off",
      signingSecret: SIGNING_SECRET,
      oauth: { apps: appsFor("slack") },
      teams: teams.map(({ team, botToken }) => ({
        team: { id: team.id, name: team.name, domain: team.domain },
        botToken,
        scopes: ALL_SCOPES,
        shortcuts: [MESSAGE_SHORTCUT],
        users: team.users,
        channels: team.channels
          .filter(({ name }) => name !== IN_GOOGLE_CHAT.channel)
          .map((channel) => ({ ...channel, messages: [...channel.messages, ...(FRESH[channel.name]?.(now) ?? [])] })),
      })),
    },
    googleChat: {
      spaces: spaces.map(({ data }) => data),
      tokens: {},
      serviceAccounts: [
        {
          clientEmail: SERVICE_ACCOUNT,
          publicKey: keys.publicKey,
          scopes: ["chat.bot", "chat.app.messages.readonly", "pubsub"],
        },
      ],
      pipes: [PIPE],
      oauth: { apps: appsFor("google-chat"), people: [VISITOR] },
    },
    confluence: { spaces: [SPACE], oauth: { apps: appsFor("confluence") } },
    notion: { oauth: { apps: appsFor("notion"), templatePageId: DEFAULT_PARENT.id } },
    /** Posts the conversations of Google Chat, whose stand-in starts empty. */
    fill({ googleChat }: Pick<StandIns, "googleChat">): void {
      for (const { data, posts } of spaces) for (const post of posts) googleChat?.space(data.id).post(post);
    },
    platformsOf: (
      { confluence }: Pick<StandIns, "confluence">,
      { whole = true, rough = true } = {},
    ): DemoPlatforms => ({
      chats: [
        // Leaves the second team to the visitor, who may add it.
        ...teams.slice(0, rough ? undefined : 1).map(({ team: { name }, botToken }) => ({
          name,
          platform: "slack" as const,
          config: { botToken, signingSecret: SIGNING_SECRET },
        })),
        {
          name: "Google Chat",
          platform: "google-chat",
          config: { accessToken: JSON.stringify(keyFile), pubsubSubscription: PIPE.subscription },
        },
      ],
      knowledge: [
        {
          name: "Confluence",
          type: "confluence",
          baseUrl: confluence.url,
          spaceId: SPACE.key,
          apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
        },
        { name: "Notion", type: "notion", baseUrl: "", spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token },
      ],
      readingOrder: [...READING_ORDER, ...(whole ? [LEFT_FOR_THE_VISITOR] : []), ...(rough ? ROUGH : [])],
      unread: whole ? [] : [LEFT_FOR_THE_VISITOR],
      firstMessage: FIRST_MESSAGE,
      reviewed: REVIEWED_ARTICLES,
      asksInThreads: ASKS_IN_THREADS,
    }),
  } satisfies StandInsOptions & Record<string, unknown>;
}
