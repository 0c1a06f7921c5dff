import type { ToolPage } from "../tool-page.ts";

export const jiraToServicenowKb: ToolPage = {
  urlSlug: "jira-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Jira to ServiceNow knowledge",
  shortDesc: "What developers know about a bug, for the desk that takes the calls.",
  targetAudience: "companies with developers on Jira and a desk on ServiceNow",
  useCase: "What gets lost between the two",
  exportTarget: "Confluence, Notion, Jira (coming soon), ServiceNow (planned)",
  title: "Jira to ServiceNow knowledge base: the missing why",
  description:
    "Developers work in Jira, the service desk in ServiceNow, and they talk in chat. Lorekeep writes that down for both. ServiceNow and Jira targets come later.",
  keywords:
    "jira to servicenow, jira servicenow knowledge, known error database, developer support handoff, servicenow knowledge jira",
  heading: "Between Jira and ServiceNow there is a chat",
  intro:
    "The desk opens INC0042, development opens OPS-87, and the fields are synchronised. What is not synchronised is the sentence ‘restart the worker, not the server’. It is in a channel. Lorekeep files it.",
  notYet:
    "Lorekeep reads neither Jira nor ServiceNow. It reads the chat between the teams. Jira is coming soon and ServiceNow is planned, both as targets.",
  example: {
    where: "#desk-and-dev",
    who: "Mateo",
    at: "11:46",
    message: "OPS-87: restart the worker, not the server. The server keeps the stuck session.",
    sentence: "For OPS-87 restart the worker, not the server, which keeps the stuck session.",
  },
  features: [
    {
      title: "For both sides",
      text: "One article: the workaround for the desk, the cause for developers, each with its source.",
    },
    {
      title: "Numbers kept",
      text: "INC, CHG and issue keys appear in the article as typed, so both teams can search by theirs.",
    },
    {
      title: "Known errors, known status",
      text: "When a developer says in chat that it is fixed, a person is asked which is right.",
    },
  ],
  specificUseCases: [
    { title: "Known errors", text: "The workaround is searchable an hour after it was found, long before the fix." },
    { title: "Release hand-over", text: "What the desk will be asked about version 8, from those who built it." },
    { title: "Recurring incidents", text: "The fifth one points at the article of the first." },
  ],
  steps: [
    { title: "Find the channel between the teams", text: "#desk-and-dev or the like. If there is none, open one." },
    { title: "Connect it", text: "Slack or Google Chat, by invitation." },
    { title: "Publish to Confluence", text: "Jira links to it well, and ServiceNow users can open it." },
    { title: "Quote it in both tools", text: "One address in the incident and in the issue." },
  ],
  questions: [
    {
      question: "Does it replace our Jira-ServiceNow sync?",
      answer: "No. That moves fields. Lorekeep keeps explanations.",
    },
    {
      question: "Can it read issue comments?",
      answer: "No, only chat. Discuss in the channel and post the link in the issue.",
    },
    {
      question: "Which target should we choose now?",
      answer: "Confluence, if you have Jira. It is the shortest way for both teams.",
    },
  ],
};
