import type { ConnectorManifest, SetupStep } from "../../connectors/manifest.ts";
import { getManifest } from "../../connectors/manifests.ts";
import { READING_GUIDES } from "../../connectors/reading-guides.ts";
import { SETUP_WAYS } from "../../connectors/setup-ways.ts";
import articles from "../../docs/guides/articles.md?raw";
import deciding from "../../docs/guides/deciding.md?raw";
import gettingStarted from "../../docs/guides/getting-started.md?raw";
import questions from "../../docs/guides/questions.md?raw";
import running from "../../docs/guides/running.md?raw";
import security from "../../docs/guides/security.md?raw";
import webhooks from "../../docs/guides/webhooks.md?raw";
import wiki from "../../docs/guides/wiki.md?raw";
import languageModels from "../../docs/language-models.md?raw";
import singleSignOn from "../../docs/single-sign-on.md?raw";
import { API_GUIDE } from "./api-guide.ts";

/** A documentation page in Markdown: a first-level heading, an introductory paragraph, and the text. */
export interface Guide {
  /** The path of the guide below /docs. */
  slug: string;
  markdown: string;
}

/** All guides of the documentation, in the sequence of its index. */
export const GUIDES: readonly { group: string; guides: readonly Guide[] }[] = [
  {
    group: "Begin",
    guides: [
      { slug: "getting-started", markdown: gettingStarted },
      { slug: "articles", markdown: articles },
      { slug: "questions", markdown: questions },
      { slug: "wiki", markdown: wiki },
    ],
  },
  {
    group: "Connect",
    guides: [
      { slug: "slack", markdown: setupOf("slack", "Read the channels of a Slack workspace.") },
      { slug: "google-chat", markdown: setupOf("google-chat", "Read the spaces of Google Chat.") },
      { slug: "teams", markdown: setupOf("teams", "Read the channels of Microsoft Teams.") },
      { slug: "confluence", markdown: setupOf("confluence", "Publish articles as pages of a Confluence space.") },
      { slug: "notion", markdown: setupOf("notion", "Publish articles as pages below a page of Notion.") },
      {
        slug: "git-docs",
        markdown: setupOf(
          "git-docs",
          "Publish articles as Markdown files of a Git repository: a wiki of GitHub, GitLab or Gitea, or a folder of documents.",
        ),
      },
      {
        slug: "mediawiki",
        markdown: setupOf(
          "mediawiki",
          "Publish articles as pages of a wiki that runs on MediaWiki, in a category of their own.",
        ),
      },
      { slug: "zendesk", markdown: setupOf("zendesk", "Publish articles to a section of a Zendesk help center.") },
      { slug: "intercom", markdown: setupOf("intercom", "Publish articles as drafts to a collection of Intercom.") },
      { slug: "jira", markdown: setupOf("jira", "Publish articles as issues of a Jira project.") },
      { slug: "sharepoint", markdown: setupOf("sharepoint", "Publish articles as pages of a SharePoint site.") },
      {
        slug: "servicenow",
        markdown: setupOf("servicenow", "Publish articles as drafts to a ServiceNow knowledge base."),
      },
      { slug: "api", markdown: API_GUIDE },
      { slug: "webhooks", markdown: webhooks },
    ],
  },
  {
    group: "Operate",
    guides: [
      { slug: "running", markdown: running },
      { slug: "single-sign-on", markdown: singleSignOn },
      { slug: "language-models", markdown: languageModels },
    ],
  },
  {
    group: "Trust",
    guides: [
      { slug: "security", markdown: security },
      { slug: "deciding", markdown: deciding },
    ],
  },
];

/**
 * Describes the setup steps and fields in the same sequence as the product's form: first connecting by a link, then by
 * hand.
 */
function setupOf(platform: Parameters<typeof getManifest>[0], about: string): string {
  const { name, setupGuide, fields, docsUrl }: ConnectorManifest = getManifest(platform);
  const reading = READING_GUIDES[platform];
  const ways = SETUP_WAYS[platform] ?? [];
  const rows = fields.map(
    ({ label, help, required, partOf }) => `| ${label} | ${help} | ${required || partOf ? "yes" : "no"} |`,
  );
  return [
    `# Set up ${name}`,
    about,
    ...ways.flatMap(({ label, link, steps }) => [
      `## ${label}`,
      `Choose *Add Integration* in the product, then ${name} and *${label}*. The button of the first step, *${link.label}*, is there.`,
      stepList(steps),
    ]),
    ways.length > 0 ? "## By hand instead" : "## Steps",
    stepList(setupGuide),
    "## What to enter",
    ["| field | what it is | required |", "| --- | --- | --- |", ...rows].join("\n"),
    `Saving tries the connection, and so does *Test*: both say which permission is missing. [${name}’s own documentation](${docsUrl})`,
    ...(reading
      ? [
          "## Read the pages that people wrote",
          ...(reading.choices
            ? [`What is read can be chosen: ${reading.choices.map(({ label }) => label.toLowerCase()).join(", ")}.`]
            : []),
          `${reading.needs} ${reading.requests} It is off until an owner or admin switches it on: [how pages are read](/docs/wiki).`,
        ]
      : []),
  ].join("\n\n");
}

function stepList(steps: readonly SetupStep[]): string {
  const lines = steps.map(
    ({ title, text }, at) => `${at + 1}. **${title}.** ${text.replaceAll("{address}", "{{ORIGIN}}")}`,
  );
  return lines.join("\n");
}
