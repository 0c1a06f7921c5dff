import type { User } from "../../shared/contract/accounts.ts";
import type { Analytics, HelpfulAnswers, Log, Stats } from "../../shared/contract/activity.ts";
import type { Run } from "../../shared/contract/analysis.ts";
import type { ArticleFacets } from "../../shared/contract/article-list.ts";
import type { Subscription } from "../../shared/contract/billing.ts";
import type { AvailableChannel, Channel } from "../../shared/contract/channels.ts";
import type { CollaborationIntegration, Integration } from "../../shared/contract/integrations.ts";
import type { WorkspacesResponse } from "../../shared/contract/invitations.ts";
import type { NotificationSettingsWithChat } from "../../shared/contract/notifications.ts";
import type { OpenQuestion } from "../../shared/contract/open-questions.ts";
import type { Member } from "../../shared/contract/people.ts";
import type { Provisioning } from "../../shared/contract/provisioning.ts";
import type { Monitoring, Settings } from "../../shared/contract/settings.ts";
import type { StatusArea } from "../../shared/contract/status.ts";
import { idOf, sampleTime } from "./sample-ids.ts";

/** Sample responses that follow the contract, for viewing pages without a server. */
export * from "./article-samples.ts";
export { idOf };

export const user: User = {
  id: idOf(1),
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@analytical.example",
  profileImageUrl: null,
  role: "admin",
  membership: "owner",
  pendingEmail: null,
  passwordManagedBy: null,
  timeZone: null,
  dateLocale: null,
  welcomeDismissed: false,
  createdAt: sampleTime("01"),
  updatedAt: sampleTime("01"),
};

const told = { app: true, mail: true, chat: false };
export const notificationSettings: NotificationSettingsWithChat = {
  chatName: "Slack",
  chatTrouble: null,
  mail: "daily",
  hour: 8,
  weekday: 1,
  kinds: {
    decision: told,
    asked: told,
    answered: told,
    changed: told,
    conflict: told,
    retracted: told,
    new: told,
    failed: told,
    wiki: told,
  },
};

export const answeredStats: HelpfulAnswers = {
  questions: 14,
  spared: [
    { name: "Tomás", count: 9 },
    { name: "Ingrid", count: 5 },
  ],
};

export const openQuestions: OpenQuestion[] = [
  {
    id: idOf(951),
    item: "open-question.951",
    question: "Who replaces the toner of the label printer?",
    state: "open",
    times: 4,
    people: 3,
    lastAskedAt: sampleTime("03"),
    places: [
      { channelName: "it-help", askedAt: sampleTime("03"), permalink: "https://acme.slack.com/archives/C1/p1" },
      { channelName: "warehouse", askedAt: sampleTime("02"), permalink: null },
    ],
    isAskedHere: true,
    article: null,
    mayKnow: [
      { id: "UBO", name: "Tomás", channelName: "it-help" },
      { id: "UCY", name: "Ingrid", channelName: null },
    ],
    asked: null,
  },
  {
    id: idOf(952),
    item: "open-question.952",
    question: "Where do we keep the spare badges?",
    state: "open",
    times: 1,
    people: 1,
    lastAskedAt: sampleTime("02"),
    places: [{ channelName: "it-help", askedAt: sampleTime("02"), permalink: "https://acme.slack.com/archives/C1/p2" }],
    isAskedHere: false,
    article: null,
    mayKnow: [],
    asked: { name: "Luca", state: "posted" },
  },
  {
    id: idOf(953),
    item: "open-question.953",
    question: "How do scanners get back into the network?",
    state: "answered",
    times: 2,
    people: 2,
    lastAskedAt: sampleTime("01"),
    places: [],
    isAskedHere: true,
    article: { id: idOf(2), title: "Scanners lose the network" },
    mayKnow: [],
    asked: null,
  },
];

export const workspaces: WorkspacesResponse = {
  own: [{ id: idOf(900), name: "Analytical Engines", membership: "owner", isActive: true }],
  joinable: [],
};

export const stats: Stats = {
  articlesCreated: 128,
  messagesAnalyzed: 12_480,
  activeChannels: 2,
  successRate: 97.6,
  weekOverWeek: { articlesCreated: 12, messagesAnalyzed: 8, activeChannels: null, successRate: -2.1 },
};

export const settings: Settings = {
  sensitivity: 8,
  minMessageLength: 20,
  detectionKeywords: ["how to", "step by step", "tutorial", "guide"],
  lastUpdated: null,
};

export const integrations: Integration[] = [
  {
    id: idOf(11),
    name: "Engineering handbook",
    type: "confluence",
    apiKey: "••••8f2a",
    baseUrl: "https://analytical.atlassian.net",
    spaceId: "ENG",
    isActive: true,
    trouble: null,
    publishedArticles: 41,
    readerChannels: [],
    createdAt: sampleTime("02"),
  },
  {
    id: idOf(12),
    name: "Support answers",
    type: "notion",
    apiKey: "••••c01d",
    baseUrl: "",
    spaceId: "0123456789abcdef0123456789abcdef",
    isActive: false,
    trouble: "Notion no longer accepts the token. Enter a new one and test it.",
    publishedArticles: 7,
    readerChannels: [],
    createdAt: sampleTime("03"),
  },
  {
    id: idOf(13),
    name: "Help center",
    type: "servicenow",
    apiKey: "",
    baseUrl: "https://analytical.atlassian.net",
    spaceId: "KB",
    isActive: false,
    trouble: null,
    publishedArticles: 0,
    readerChannels: [],
    createdAt: sampleTime("04"),
  },
];

export const collaborationIntegrations: CollaborationIntegration[] = [
  {
    id: idOf(21),
    name: "Analytical Engines",
    platform: "slack",
    isActive: true,
    createdAt: sampleTime("02"),
    workspaceId: "T024BE7LD",
    config: { botToken: "••••f3aa", signingSecret: "••••91c0" },
    trouble: null,
  },
];

const channelOf = (number: number, name: string, rest: Partial<Channel> = {}): Channel => ({
  id: idOf(number),
  channelId: `C0${number}`,
  channelName: name,
  platform: "slack",
  isActive: true,
  checkFrequencyMinutes: 10,
  lastChecked: sampleTime("20", "16:40"),
  nextCheck: null,
  reading: {
    isLive: false,
    liveTrouble: null,
    readTo: null,
    waiting: { messages: 0, conversations: 0 },
    skipped: { messages: 0, why: [] },
    filledIn: 0,
    isPrivate: false,
    held: 0,
  },
  questions: { isOn: false, cannot: null },
  answers: { isOn: false, cannot: null },
  createdAt: sampleTime("02"),
  readsFrom: null,
  integrationId: idOf(21),
  messagesRead: 4120,
  articles: 37,
  trouble: null,
  ...rest,
});

export const channels: Channel[] = [
  channelOf(31, "platform-help"),
  channelOf(32, "deploys", { checkFrequencyMinutes: 1440, messagesRead: 812, articles: 9 }),
  channelOf(33, "people-questions", {
    isActive: false,
    lastChecked: null,
    messagesRead: 0,
    articles: 0,
    trouble: "The bot is not a member of this channel. Invite it with /invite.",
  }),
];

export const monitoring: Monitoring = { mode: "manual", nextCheck: null };

export const slackChannels: AvailableChannel[] = ["platform-help", "deploys", "incidents", "design-system"].map(
  (name, index) => ({
    id: `C0${31 + index + (index > 1 ? 2 : 0)}`,
    name,
    description: index === 2 ? "What broke, and what we did about it" : "",
    isPrivate: index === 3,
    isArchived: false,
    isMember: index !== 3,
    integrationId: idOf(21),
  }),
);

export const spaces: AvailableChannel[] = ["Incident room", "Support desk"].map((name, index) => ({
  id: `AAAA${index}`,
  name,
  description: "",
  isPrivate: false,
  isArchived: false,
  isMember: true,
  integrationId: idOf(22),
}));

export const buildChatIntegration = (number: number, platform: CollaborationIntegration["platform"], name: string) => ({
  ...(collaborationIntegrations[0] as CollaborationIntegration),
  id: idOf(number),
  platform,
  name,
  config: {},
});

export const logs: Log[] = [
  {
    id: idOf(301),
    type: "article_created",
    message: "Created 'A worker says its token has expired right after a deploy' from #platform-help",
    data: { articleId: idOf(101), channel: "platform-help", confidence: 0.87 },
    createdAt: sampleTime("20", "14:05"),
  },
  {
    id: idOf(302),
    type: "message_analyzed",
    message: "Analyzed 10 messages of #deploys; nothing to keep",
    data: { channel: "deploys", messages: 10 },
    createdAt: sampleTime("20", "13:55"),
  },
  {
    id: idOf(303),
    type: "error",
    message: "Notion no longer accepts the token of 'Support answers'",
    data: { integration: "Support answers", kind: "credentials-rejected" },
    createdAt: sampleTime("20", "13:50"),
  },
];

export const analytics: Analytics = {
  from: "2026-10-23",
  to: "2026-11-21",
  step: "day",
  timeline: Array.from({ length: 30 }, (_, index) => ({
    start: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
    articles: (index * 7) % 5,
    messages: ((index * 131) % 400) + 20,
    costMicros: index % 3 === 0 ? 42_000 + index * 1_000 : 0,
  })),
  byStatus: [
    { name: "published", count: 52 },
    { name: "processing", count: 5 },
    { name: "failed", count: 3 },
  ],
  byCategory: [
    "Deployment",
    "Access",
    "Finance",
    "Onboarding",
    "Hardware",
    "Travel",
    "Security",
    "Legal",
    "Kitchen",
  ].map((name, index) => ({ name, count: 14 - index - (index > 5 ? 2 : 0) })),
  byChannel: [
    { name: "platform-help", count: 37 },
    { name: "deploys", count: 23 },
  ],
  byEngine: [
    { name: "local", count: 48 },
    { name: "llm", count: 12 },
  ],
  byModel: [{ name: "large-model-4", calls: 24, tokens: 61_200, costMicros: 555_000 }],
};

export const runOf = (rest: Partial<Run>): Run => ({
  id: idOf(401),
  kind: "test",
  state: "running",
  progress: {
    step: "Reading messages",
    channelsDone: 1,
    channelsTotal: 2,
    messagesRead: 10,
    conversationsFound: 3,
    articlesCreated: 1,
    articlesUpdated: 0,
    messagesWaiting: null,
    dollars: null,
    fraction: 0.5,
  },
  result: null,
  error: null,
  fileName: null,
  isRequested: true,
  isStopped: false,
  createdAt: sampleTime("20", "14:00"),
  startedAt: sampleTime("20", "14:00"),
  finishedAt: null,
  ...rest,
});

export const provisioning: Provisioning = {
  baseUrl: "https://lorekeep.analytical.example/scim/v2",
  refusal: null,
  tokens: [],
  people: { active: 1, deactivated: 0, provisioned: 0 },
};

const nothingUsed = { used: 0, limit: null };
export const subscription: Subscription = {
  plan: "starter",
  isActive: true,
  expiresAt: null,
  renewsAt: null,
  nextPlan: null,
  graceUntil: null,
  hasBilling: false,
  usage: {
    messages: nothingUsed,
    channels: nothingUsed,
    knowledgePlatforms: nothingUsed,
    resetsAt: "2026-12-01T00:00:00.000Z",
  },
};

/** The people of the workspace. */
export const people: Member[] = ["Ada Lovelace", "Grace Hopper"].map((name, index) => ({
  id: index === 0 ? user.id : idOf(2),
  name,
  email: `${name.split(" ")[0]?.toLowerCase()}@analytical.example`,
  membership: index === 0 ? "owner" : "editor",
  lastSeenAt: null,
  isProvisioned: false,
  isYou: index === 0,
  articles: 0,
}));

/** A status in which reading is late, and two pages wait for a decision. */
export const status: { checkedAt: string; areas: StatusArea[] } = {
  checkedAt: "2026-11-22T09:15:00.000Z",
  areas: [
    { key: "background", state: "fine", summary: "A worker process is running.", entries: [] },
    {
      key: "reading",
      state: "late",
      summary: "11 of 12 channels are read without delay. 1 is behind.",
      entries: [{ state: "late", name: "#support", text: "Reading is 3 minutes behind.", link: null }],
    },
    { key: "analysis", state: "fine", summary: "Nothing waits to be analyzed.", entries: [] },
    {
      key: "publishing",
      state: "wrong",
      summary: "Every page is up to date.",
      entries: [
        {
          state: "wrong",
          name: "Handbook",
          text: "2 pages changed or removed by people wait for a decision.",
          link: "/articles?view=inbox",
        },
      ],
    },
    { key: "mail", state: "fine", summary: "Every mail has gone out.", entries: [] },
  ],
};

export const facets: ArticleFacets = {
  status: [{ value: "published", name: "published", count: 5 }],
  channel: [{ value: idOf(301), name: "platform-help", count: 4 }],
  person: [{ value: "Mara Lind", name: "Mara Lind", count: 3 }],
  category: [{ value: "Access", name: "Access", count: 2 }],
  contentType: [{ value: "howto", name: "howto", count: 2 }],
  tags: [{ value: "queue", name: "queue", count: 1 }],
  verified: [
    { value: "unverified", name: "unverified", count: 3 },
    { value: "verified", name: "verified", count: 2 },
  ],
};
