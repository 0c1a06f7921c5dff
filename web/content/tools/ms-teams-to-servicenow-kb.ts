import type { ToolPage } from "../tool-page.ts";

export const msTeamsToServicenowKb: ToolPage = {
  urlSlug: "ms-teams-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Microsoft Teams to ServiceNow knowledge",
  shortDesc: "Answers in Teams channels become ServiceNow knowledge articles.",
  targetAudience: "enterprises on Teams and ServiceNow",
  useCase: "Answers given in Teams channels",
  exportTarget: "Confluence, Notion, ServiceNow",
  title: "Microsoft Teams to ServiceNow knowledge base",
  description:
    "Lorekeep reads Teams conversations and writes them up as articles, which arrive in your ServiceNow knowledge base as drafts with their sources.",
  keywords:
    "teams to servicenow, microsoft teams servicenow knowledge, servicenow kb from teams, itsm teams integration",
  heading: "From Teams channels to ServiceNow knowledge",
  intro:
    "A colleague explains in a Teams channel why mailbox rights take an hour, and the next ticket asks again. Lorekeep turns such explanations into knowledge articles that the service desk finds in ServiceNow.",
  example: {
    where: "Service desk › General",
    who: "Erik",
    at: "13:13",
    message: "Mailbox rights take up to an hour. Removing and adding them again restarts the hour.",
    sentence: "Mailbox rights take up to an hour; adding them again restarts the hour.",
  },
  features: [
    {
      title: "From post to draft",
      text: "Lorekeep finds explanations in Teams channels, writes articles with sources and keeps them up to date.",
    },
    {
      title: "Posts with their replies",
      text: "A post and its replies stay one conversation. Edits and deletions in Teams are followed.",
    },
    {
      title: "Your workflow decides",
      text: "New articles are drafts in ServiceNow. Approval and publishing follow the knowledge base’s own workflow.",
    },
  ],
  specificUseCases: [
    { title: "Demo", text: "Run the demo on your computer. It includes sample chat and needs no account." },
    {
      title: "Pilot with one team",
      text: "Start with one team whose owner agrees, and with one knowledge base.",
    },
    {
      title: "Requirements",
      text: "A ServiceNow user with the role knowledge that may contribute to the knowledge base.",
    },
  ],
  steps: [
    {
      title: "Try the demo",
      text: "The demo starts with one command and simulates the chat and publishing platforms.",
    },
    {
      title: "Connect Teams",
      text: "Enter Tenant ID, App ID, secret and Team ID with the help of the setup guide. Test says which permission is missing.",
    },
    { title: "Start a pilot", text: "Choose the channels and add ServiceNow." },
    {
      title: "Publish there",
      text: "Publish the drafts in ServiceNow. They follow later edits and deletions in Teams.",
    },
  ],
  questions: [
    {
      question: "Does it work with article versioning?",
      answer: "Yes. A published version stays as it is; after a checkout the new version gets what is new.",
    },
    {
      question: "Are saved Teams secrets safe?",
      answer: "Yes. They are stored encrypted and never displayed again.",
    },
    {
      question: "Can we influence the priorities?",
      answer: "Yes. Tell our support which systems you use.",
    },
  ],
};
