import type { User } from "../../shared/contract/accounts.ts";
import type { Analytics, Log, Stats } from "../../shared/contract/activity.ts";
import type { Run } from "../../shared/contract/analysis.ts";
import type {
  Article,
  ArticlePage,
  ArticleSource,
  ConversationMessage,
  VersionChanges,
} from "../../shared/contract/articles.ts";
import type { Subscription } from "../../shared/contract/billing.ts";
import type { AvailableChannel, Channel } from "../../shared/contract/channels.ts";
import type { CollaborationIntegration, Integration } from "../../shared/contract/integrations.ts";
import type { Provisioning } from "../../shared/contract/provisioning.ts";
import type { Monitoring, Settings } from "../../shared/contract/settings.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";

/** Contract-shaped answers for looking at the pages without a server. Ids are told apart by their last digits. */
export const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const at = (day: string, time = "09:00") => `2026-11-${day}T${time}:00.000Z`;

export const user: User = {
  id: idOf(1),
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@analytical.example",
  profileImageUrl: null,
  role: "admin",
  pendingEmail: null,
  passwordManagedBy: null,
  createdAt: at("01"),
  updatedAt: at("01"),
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
    createdAt: at("02"),
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
    createdAt: at("03"),
  },
  {
    id: idOf(13),
    name: "Help center",
    type: "zendesk",
    apiKey: "",
    baseUrl: "https://analytical.zendesk.com",
    spaceId: "360001234567",
    isActive: false,
    trouble: null,
    publishedArticles: 0,
    createdAt: at("04"),
  },
];

export const collaborationIntegrations: CollaborationIntegration[] = [
  {
    id: idOf(21),
    name: "Analytical Engines",
    platform: "slack",
    isActive: true,
    createdAt: at("02"),
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
  lastChecked: at("20", "16:40"),
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
  createdAt: at("02"),
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

export const chatOf = (number: number, platform: CollaborationIntegration["platform"], name: string) => ({
  ...(collaborationIntegrations[0] as CollaborationIntegration),
  id: idOf(number),
  platform,
  name,
  config: {},
});

const articleOf = (number: number, title: string, rest: Partial<Article> = {}): Article => ({
  id: idOf(number),
  title,
  status: "published",
  createdAt: at("20", "14:05"),
  updatedAt: at("20", "14:05"),
  sourceChannel: "platform-help",
  integrationId: idOf(11),
  authorName: "Mara Lind",
  summary:
    "A worker that logs 'token expired' after a deploy still holds the credentials of the old pod. Rotate the token and restart the worker instead of the queue.",
  category: "Deployment",
  contentType: "troubleshooting",
  difficulty: "intermediate",
  priority: "high",
  confidence: 0.87,
  estimatedReadTime: 3,
  tags: ["deploy", "credentials"],
  keywords: ["token", "worker", "rotate", "restart", "queue"],
  publishedPlatforms: ["confluence"],
  ...rest,
});

export const articles: Article[] = [
  articleOf(101, "A worker says its token has expired right after a deploy", {
    tags: ["deploy", "credentials", "worker", "queue", "kubernetes", "rotation", "runbook", "on-call"],
  }),
  articleOf(102, "How to give a contractor access to the staging database", {
    contentType: "howto",
    difficulty: "beginner",
    priority: "medium",
    category: "Access",
    authorName: "Jonas Eriksen",
    status: "processing",
    publishedPlatforms: [],
    integrationId: null,
    confidence: 0.74,
    summary:
      "Ask in #access with the contractor's end date. Someone of the data team adds them to the read-only group, which ends by itself.",
    createdAt: at("20", "11:30"),
    sourceChannel: "deploys",
  }),
  articleOf(103, "Why invoices are numbered per country and not per customer", {
    contentType: "explanation",
    difficulty: "advanced",
    priority: "low",
    category: "Finance",
    authorName: null,
    createdAt: at("18"),
    summary:
      "Tax offices ask for an unbroken series of numbers per country. Numbering by customer would leave gaps as soon as one of them moves.",
  }),
  articleOf(104, "What to do when the import stops at a file name with an umlaut", {
    status: "failed",
    contentType: "faq",
    priority: "critical",
    createdAt: at("17"),
  }),
  articleOf(105, "Setting up a laptop for the payments team", { contentType: "tutorial", createdAt: at("14") }),
  articleOf(106, "Which of the two staging clusters is the real one", {
    contentType: "documentation",
    createdAt: at("12"),
  }),
  articleOf(107, "Can I expense a monitor?", { contentType: "faq", createdAt: at("10") }),
];

const said = (id: string, authorName: string, time: string, text: string): ArticleSource => ({
  id,
  authorName,
  channelName: "platform-help",
  sentAt: at("20", time),
  text,
  permalink: `https://analytical.slack.com/archives/C031/p${id}`,
});

const messages: ArticleSource[] = [
  said(
    "1",
    "Priya Nair",
    "13:02",
    "since the 12:40 deploy the mail worker logs `token expired` every few seconds. anyone seen this?",
  ),
  said("2", "Tom Weller", "13:04", "same here, restarted the queue, no change"),
  said(
    "3",
    "Mara Lind",
    "13:11",
    "don't restart the queue. The worker keeps the token of the pod it started in, and the deploy revokes that one.",
  ),
  said(
    "4",
    "Mara Lind",
    "13:12",
    "rotate it with `keys rotate mail-worker` and then restart only the worker:\n```kubectl rollout restart deployment/mail-worker -n prod```",
  ),
  said("5", "Priya Nair", "13:19", "that did it, thanks! logs are quiet"),
  said(
    "6",
    "Jonas Eriksen",
    "13:24",
    "note that rotating needs the *deployer* role, I had to ask for it. Details: https://wiki.analytical.example/keys",
  ),
];

const sentence = (text: string, ...sources: string[]) => ({
  form: "sentence" as const,
  text,
  inline: parseInline(text),
  language: null,
  sources,
});
const code = (text: string, language: string, ...sources: string[]) => ({
  form: "code" as const,
  text,
  inline: [],
  language,
  sources,
});

export const articlePage: ArticlePage = {
  ...(articles[0] as Article),
  channelId: idOf(31),
  engine: "local",
  version: 2,
  reasons: [
    "Mara Lind explains a cause and names the commands that remove it.",
    "Priya Nair confirms that it worked.",
    "Three people had the same trouble within twenty minutes.",
  ],
  redactions: [{ what: "API key", count: 1 }],
  summaryStatements: [
    sentence("A worker that logs `token expired` after a deploy still holds the credentials of the old pod.", "3"),
    sentence("Rotate the token and restart the worker; restarting the queue does not help.", "2", "4"),
  ],
  sections: [
    {
      role: "symptom",
      heading: null,
      layout: "prose",
      statements: [
        sentence("Since a deploy the mail worker logs `token expired` every few seconds.", "1"),
        sentence("Restarting the queue changes nothing.", "2"),
      ],
    },
    {
      role: "cause",
      heading: null,
      layout: "prose",
      statements: [
        sentence("The worker keeps the token of the pod it started in.", "3"),
        sentence("The deploy revokes that token, so every call after it is refused.", "3"),
      ],
    },
    {
      role: "fix",
      heading: null,
      layout: "steps",
      statements: [
        sentence(
          "Make sure that you have the *deployer* role; rotating needs it. The [keys page](https://wiki.analytical.example/keys) says whom to ask.",
          "6",
        ),
        sentence("Rotate the token.", "4"),
        code("keys rotate mail-worker", "sh", "4"),
        sentence("Restart the worker, and **only** the worker.", "4"),
        code("kubectl rollout restart deployment/mail-worker -n prod", "sh", "4"),
        sentence("The logs are quiet after the restart.", "5"),
      ],
    },
    {
      role: "disagreement",
      heading: null,
      layout: "bullets",
      statements: [sentence("Tom Weller restarted the queue first; Mara Lind advises against it.", "2", "3")],
    },
  ],
  sources: messages,
  publications: [
    {
      id: idOf(201),
      integrationId: idOf(11),
      integrationName: "Engineering handbook",
      platform: "confluence",
      state: "published",
      url: "https://analytical.atlassian.net/wiki/spaces/ENG/pages/1",
      wantedVersion: 2,
      publishedVersion: 2,
      trouble: null,
      attempts: 1,
      nextAttemptAt: null,
      updatedAt: at("20", "14:06"),
    },
    {
      id: idOf(202),
      integrationId: idOf(12),
      integrationName: "Support answers",
      platform: "notion",
      state: "conflict",
      url: "https://www.notion.so/page",
      wantedVersion: 2,
      publishedVersion: 1,
      trouble: "A person changed the same paragraph that the new version changes.",
      attempts: 1,
      nextAttemptAt: null,
      updatedAt: at("20", "14:06"),
    },
  ],
  versions: [
    {
      version: 2,
      reason: "A later reply names the role that rotating needs.",
      engine: "local",
      createdAt: at("20", "14:05"),
    },
    { version: 1, reason: "First written.", engine: "local", createdAt: at("20", "13:40") },
  ],
  markdown: "# A worker says its token has expired right after a deploy\n",
};

export const versionChanges: VersionChanges = {
  version: 2,
  title: {
    before: "A worker says its token has expired",
    after: "A worker says its token has expired right after a deploy",
  },
  changes: [
    {
      kind: "added",
      form: "sentence",
      section: { role: "fix", heading: null },
      before: null,
      after: [{ text: "Make sure that you have the deployer role; rotating needs it.", isChanged: false }],
    },
    {
      kind: "changed",
      form: "sentence",
      section: { role: "fix", heading: null },
      before: [
        { text: "Restart ", isChanged: false },
        { text: "the worker.", isChanged: true },
      ],
      after: [
        { text: "Restart ", isChanged: false },
        { text: "the worker, and only the worker.", isChanged: true },
      ],
    },
    {
      kind: "removed",
      form: "code",
      section: { role: "fix", heading: null },
      before: [{ text: "kubectl rollout restart deployment/queue", isChanged: false }],
      after: null,
    },
  ],
  unchanged: 7,
};

export const conversation: ConversationMessage[] = messages.map((message) => ({
  id: message.id,
  authorName: message.authorName,
  sentAt: message.sentAt,
  editedAt: message.id === "4" ? message.sentAt : null,
  inline: parseInline(message.text),
  blocks: [{ form: "text", inline: parseInline(message.text) }],
  text: message.text,
  permalink: message.permalink,
  isSource: true,
}));
conversation.splice(2, 0, {
  id: "2b",
  authorName: "Tom Weller",
  sentAt: at("20", "13:06"),
  editedAt: null,
  inline: [],
  blocks: [{ form: "text", inline: [{ type: "text", text: "lunch?" }] }],
  text: "lunch?",
  permalink: null,
  isSource: false,
});

export const logs: Log[] = [
  {
    id: idOf(301),
    type: "article_created",
    message: "Created 'A worker says its token has expired right after a deploy' from #platform-help",
    data: { articleId: idOf(101), channel: "platform-help", confidence: 0.87 },
    createdAt: at("20", "14:05"),
  },
  {
    id: idOf(302),
    type: "message_analyzed",
    message: "Analyzed 10 messages of #deploys; nothing to keep",
    data: { channel: "deploys", messages: 10 },
    createdAt: at("20", "13:55"),
  },
  {
    id: idOf(303),
    type: "error",
    message: "Notion no longer accepts the token of 'Support answers'",
    data: { integration: "Support answers", kind: "credentials-rejected" },
    createdAt: at("20", "13:50"),
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
    fraction: 0.5,
  },
  result: null,
  error: null,
  fileName: null,
  createdAt: at("20", "14:00"),
  startedAt: at("20", "14:00"),
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
    slackChannels: nothingUsed,
    knowledgePlatforms: nothingUsed,
    resetsAt: "2026-12-01T00:00:00.000Z",
  },
};
