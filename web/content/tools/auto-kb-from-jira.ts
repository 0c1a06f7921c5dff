import type { ToolPage } from "../tool-page.ts";

export const autoKbFromJira: ToolPage = {
  urlSlug: "auto-kb-from-jira",
  pageType: "tool-specific",
  toolName: "Knowledge base for Jira teams",
  shortDesc: "Articles that explain your Jira issues, from the chat about them.",
  targetAudience: "teams that plan in Jira and talk in Slack",
  useCase: "What to document beside issues",
  exportTarget: "Confluence, Notion, Jira",
  title: "Knowledge base for Jira projects, from your chat",
  description:
    "Lorekeep turns the chat explanations behind your Jira issues into Confluence pages or Jira issues of their own: causes, decisions and workarounds.",
  keywords: "jira knowledge base, jira documentation, jira to confluence, document jira issues automatically",
  heading: "Document the reasons behind Jira issues",
  intro:
    "Issue PAY-412 says ‘fixed retry logic’. The chat thread about it explains why the retries doubled invoices, how the cause was found and what to check next time. Lorekeep writes that thread up as a Confluence page.",
  notYet:
    "Lorekeep does not read issues or their comments. An issue that the chat mentions gets a web link to the article when articles are published to Jira.",
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
    {
      title: "Connect Jira or Confluence",
      text: "Base URL, project or space key and a token in the form email:token.",
    },
    {
      title: "Analyse a sprint",
      text: "Run an analysis manually and check the results before you turn on automatic monitoring.",
    },
    {
      title: "Find it on the issue",
      text: "Published to Jira, the article is linked on the issue that the conversation mentioned. From Confluence, paste the page’s address; it does not change.",
    },
  ],
  questions: [
    {
      question: "Does it create Jira issues?",
      answer:
        "Only if you connect Jira: then each article is one issue of the project you choose, with the article as its description. Articles for the knowledge base of Jira Service Management go to its linked Confluence space.",
    },
    { question: "Does it read comments on issues?", answer: "No, only Slack, Google Chat and Microsoft Teams." },
    {
      question: "Do you support Confluence Cloud?",
      answer: "Yes, with an API token of an account that may write to the space.",
    },
  ],
};
