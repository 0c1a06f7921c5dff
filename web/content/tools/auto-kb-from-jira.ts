import type { ToolPage } from "../tool-page.ts";

export const autoKbFromJira: ToolPage = {
  urlSlug: "auto-kb-from-jira",
  pageType: "tool-specific",
  toolName: "Knowledge base for Jira teams",
  shortDesc: "The reasons behind your Jira issues, written up from the chat about them.",
  targetAudience: "teams that plan in Jira and talk in Slack",
  useCase: "What an issue leaves out",
  exportTarget: "Confluence, Notion, Jira (coming soon)",
  title: "Knowledge base for Jira projects, from your chat",
  description:
    "Jira says what was done. Chat says why. Lorekeep turns the explanations around your issues into Confluence pages. Jira as a target is coming soon.",
  keywords: "jira knowledge base, jira documentation, jira to confluence, document jira issues automatically",
  heading: "Jira knows what changed. Chat knows why.",
  intro:
    "PAY-412 says ‘fixed retry logic’. The thread about it says why the retries doubled invoices, how it was found and what to check next time. Lorekeep writes that thread up, beside Jira in Confluence.",
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
      title: "Issue keys survive",
      text: "Keys, commands and error codes are copied exactly. A model is never trusted to retype PAY-412.",
    },
    {
      title: "In the Confluence you have",
      text: "Pages are created under the space you name, with headings and code blocks as Confluence draws them.",
    },
    {
      title: "Your edits win",
      text: "Change a page in Confluence, and a later update merges with your words instead of overwriting them.",
    },
  ],
  specificUseCases: [
    { title: "Bug triage", text: "How the cause was found, in order, with the log line that gave it away." },
    {
      title: "Release notes with reasons",
      text: "What support must know about a change, from the thread where it was asked.",
    },
    {
      title: "Reopened issues",
      text: "The workaround from last spring turns up in search before anyone starts searching again.",
    },
  ],
  steps: [
    {
      title: "Choose the project’s channel",
      text: "Usually the one where the Jira bot posts. Bot posts themselves are skipped.",
    },
    { title: "Connect Confluence", text: "Base URL, space key and a token in the form email:token." },
    {
      title: "Analyse a sprint",
      text: "Run it by hand and look at what came out before you switch on automatic checks.",
    },
    {
      title: "Link it",
      text: "Paste the page’s address into the issue. It stays the same when the article is updated.",
    },
  ],
  questions: [
    { question: "Does it create Jira issues?", answer: "No. It writes articles." },
    { question: "Does it read comments on issues?", answer: "No, only Slack and Google Chat." },
    {
      question: "Do you support Confluence Cloud?",
      answer: "Yes, with an API token of an account that may write to the space.",
    },
  ],
};
