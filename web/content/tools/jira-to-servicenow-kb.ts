import type { ToolPage } from "../tool-page.ts";

export const jiraToServicenowKb: ToolPage = {
  urlSlug: "jira-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Jira to ServiceNow knowledge",
  shortDesc: "Developer knowledge about bugs, written up for the service desk.",
  targetAudience: "companies with developers on Jira and a service desk on ServiceNow",
  useCase: "Information both teams need",
  exportTarget: "Confluence, Notion, Jira, ServiceNow",
  title: "Jira to ServiceNow knowledge base",
  description:
    "Lorekeep turns the chat between developers and the service desk into articles for both teams, in Jira, Confluence and a ServiceNow knowledge base.",
  keywords:
    "jira to servicenow, jira servicenow knowledge, known error database, developer support handoff, servicenow knowledge jira",
  heading: "Share developer knowledge with the service desk",
  intro:
    "The service desk opens INC0042, development opens OPS-87, and an integration synchronizes the fields. The workaround ‘restart the worker, not the server’ is only mentioned in chat. Lorekeep writes an article about it.",
  notYet:
    "Lorekeep reads neither Jira nor ServiceNow. It reads the chat between the teams and publishes to both systems.",
  example: {
    where: "#desk-and-dev",
    who: "Mateo",
    at: "11:46",
    message: "OPS-87: restart the worker, not the server. The server keeps the stuck session.",
    sentence: "For OPS-87 restart the worker, not the server, which keeps the stuck session.",
  },
  features: [
    {
      title: "For both teams",
      text: "One article contains the workaround for the service desk and the cause for developers, with sources.",
    },
    {
      title: "Ticket numbers included",
      text: "Incident numbers and issue keys are copied exactly, so both teams can search by their own number.",
    },
    {
      title: "Status of known errors",
      text: "When a developer reports a fix in chat that contradicts the article, a person decides which is correct.",
    },
  ],
  specificUseCases: [
    {
      title: "Known errors",
      text: "A workaround can be searched soon after it was found, before the fix is released.",
    },
    {
      title: "Release hand-over",
      text: "What the service desk needs to know about a new version, explained by its developers.",
    },
    { title: "Recurring incidents", text: "Later incidents refer to the existing article." },
  ],
  steps: [
    { title: "Choose the shared channel", text: "Choose the channel in which both teams talk, or create one." },
    { title: "Connect it", text: "Invite the app to the Slack channel or Google Chat space." },
    { title: "Publish to both", text: "The article becomes an issue in Jira and a knowledge article in ServiceNow." },
    {
      title: "Link it in both tools",
      text: "Attach the knowledge article to the incident, and mention it in the issue.",
    },
  ],
  questions: [
    {
      question: "Does it replace our Jira-ServiceNow sync?",
      answer: "No. The integration synchronizes fields; Lorekeep documents explanations from chat.",
    },
    {
      question: "Can it read issue comments?",
      answer: "No, it reads chat only.",
    },
    {
      question: "Which target should we choose now?",
      answer: "ServiceNow for the service desk, Confluence or Jira for development; an article can be in several.",
    },
  ],
};
