import type { ToolPage } from "../tool-page.ts";

export const autoKbFromJira: ToolPage = {
  urlSlug: "auto-kb-from-jira",
  pageType: "tool-specific",
  toolName: "Knowledge base for Jira teams",
  shortDesc: "Articles that explain your Jira issues, from the chat about them.",
  targetAudience: "teams that plan in Jira and talk in Slack",
  useCase: "What to document beside issues",
  exportTarget: "Confluence, Notion, Jira (coming soon)",
  title: "Knowledge base for Jira projects, from your chat",
  description:
    "Lorekeep turns the chat explanations behind your Jira issues into Confluence pages: causes, decisions and workarounds. Jira as a target is coming soon.",
  keywords: "jira knowledge base, jira documentation, jira to confluence, document jira issues automatically",
  heading: "Document the reasons behind Jira issues",
  intro:
    "Issue PAY-412 says ‘fixed retry logic’. The chat thread about it explains why the retries doubled invoices, how the cause was found and what to check next time. Lorekeep writes that thread up as a Confluence page.",
  notYet:
    "Publishing into Jira is coming soon, and Lorekeep does not read issues. Confluence, where most Jira teams write, works today.",
  example: {
    where: "#payments",
    who: "Lena",
    at: "11:08",
    message: "PAY-412: the retry ran before the lock was released, so each invoice went out twice.",
    sentence: "In PAY-412 the retry ran before the lock was released, so invoices went out twice.",
  },
  features: [
    {
      title: "Issue keys copied exactly",
      text: "Keys, commands and error codes are taken over letter by letter from the message.",
    },
    {
      title: "In your Confluence space",
      text: "Pages are created in the space you choose, with native headings and code blocks.",
    },
    {
      title: "Your edits are kept",
      text: "When you edit a page in Confluence, later updates are merged with your text.",
    },
  ],
  specificUseCases: [
    { title: "Bug triage", text: "How the cause was found, step by step, with the relevant log line." },
    {
      title: "Release notes with reasons",
      text: "What support needs to know about a change, from the thread that discussed it.",
    },
    {
      title: "Reopened issues",
      text: "A workaround found earlier can be searched when an issue is reopened.",
    },
  ],
  steps: [
    {
      title: "Choose the project’s channel",
      text: "Choose the channel where the project is discussed. Messages of bots are skipped.",
    },
    { title: "Connect Confluence", text: "Base URL, space key and a token in the form email:token." },
    {
      title: "Analyse a sprint",
      text: "Run an analysis manually and check the results before you turn on automatic monitoring.",
    },
    {
      title: "Link it",
      text: "Paste the page’s address into the issue. The address does not change when the article is updated.",
    },
  ],
  questions: [
    { question: "Does it create Jira issues?", answer: "No. It writes articles." },
    { question: "Does it read comments on issues?", answer: "No, only Slack, Google Chat and Microsoft Teams." },
    {
      question: "Do you support Confluence Cloud?",
      answer: "Yes, with an API token of an account that may write to the space.",
    },
  ],
};
