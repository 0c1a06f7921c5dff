import type {
  Article,
  ArticlePage,
  ArticleSource,
  ConversationMessage,
  VersionChanges,
} from "../../shared/contract/articles.ts";
import type { Category } from "../../shared/contract/categories.ts";
import { parseInline } from "../../shared/markdown/parse-inline.ts";
import { idOf, sampleTime } from "./sample-ids.ts";

const articleOf = (number: number, title: string, rest: Partial<Article> = {}): Article => ({
  id: idOf(number),
  title,
  status: "published",
  createdAt: sampleTime("20", "14:05"),
  updatedAt: sampleTime("20", "14:05"),
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

const category = (number: number, name: string, parent?: number, articles = 0): Category => ({
  id: idOf(number),
  name,
  parentId: parent ? idOf(parent) : null,
  articles,
});
export const categories: Category[] = [
  category(810, "Access", undefined, 1),
  category(811, "Finance", undefined, 1),
  category(812, "Operations", undefined, 12),
  category(813, "Deployment", 812, 7),
  category(814, "Kubernetes", 813, 3),
  category(815, "Databases", 812),
];

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
    createdAt: sampleTime("20", "11:30"),
    sourceChannel: "deploys",
  }),
  articleOf(103, "Why invoices are numbered per country and not per customer", {
    contentType: "explanation",
    difficulty: "advanced",
    priority: "low",
    category: "Finance",
    authorName: null,
    createdAt: sampleTime("18"),
    summary:
      "Tax offices ask for an unbroken series of numbers per country. Numbering by customer would leave gaps as soon as one of them moves.",
  }),
  articleOf(104, "What to do when the import stops at a file name with an umlaut", {
    status: "failed",
    contentType: "faq",
    priority: "critical",
    createdAt: sampleTime("17"),
  }),
  articleOf(105, "Setting up a laptop for the payments team", { contentType: "tutorial", createdAt: sampleTime("14") }),
  articleOf(106, "Which of the two staging clusters is the real one", {
    contentType: "documentation",
    createdAt: sampleTime("12"),
  }),
  articleOf(107, "Can I expense a monitor?", { contentType: "faq", createdAt: sampleTime("10") }),
];

const said = (id: string, authorName: string, time: string, text: string): ArticleSource => ({
  id,
  authorName,
  channelName: "platform-help",
  sentAt: sampleTime("20", time),
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
  owner: { id: idOf(2), name: "Grace Hopper" },
  questionsAnswered: 14,
  freshness: {
    confirmedAt: "2026-11-03T09:00:00.000Z",
    confirmedBy: "Grace Hopper",
    reviewAt: "2027-05-02T09:00:00.000Z",
    isDue: false,
  },
  audience: { who: "everyone", channels: [], people: 4 },
  channelId: idOf(31),
  engine: "local",
  version: 2,
  edition: "edition-2",
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
      updatedAt: sampleTime("20", "14:06"),
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
      updatedAt: sampleTime("20", "14:06"),
    },
  ],
  versions: [
    {
      version: 2,
      reason: "A later reply names the role that rotating needs.",
      engine: "local",
      createdAt: sampleTime("20", "14:05"),
    },
    { version: 1, reason: "First written.", engine: "local", createdAt: sampleTime("20", "13:40") },
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
  sentAt: sampleTime("20", "13:06"),
  editedAt: null,
  inline: [],
  blocks: [{ form: "text", inline: [{ type: "text", text: "lunch?" }] }],
  text: "lunch?",
  permalink: null,
  isSource: false,
});
