import type { ToolPage } from "../tool-page.ts";

export const msTeamsToServicenowKb: ToolPage = {
  urlSlug: "ms-teams-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Microsoft Teams to ServiceNow knowledge",
  shortDesc: "Status: Teams is read, publishing to ServiceNow is planned.",
  targetAudience: "enterprises on Teams and ServiceNow",
  useCase: "What you can do today",
  exportTarget: "Confluence, Notion, ServiceNow (planned)",
  title: "Microsoft Teams to ServiceNow knowledge base",
  description:
    "Lorekeep reads Teams conversations and writes them up as articles. Publishing them to ServiceNow is planned. See what works today.",
  keywords:
    "teams to servicenow, microsoft teams servicenow knowledge, servicenow kb from teams, itsm teams integration",
  heading: "Microsoft Teams to ServiceNow: current status",
  intro:
    "Lorekeep is planned to turn conversations in Teams channels into ServiceNow knowledge articles. This page lists what is available today and what is still planned.",
  notYet: "One end of this path works today: Teams is read. Publishing to ServiceNow is planned.",
  example: {
    where: "Service desk › General",
    who: "Erik",
    at: "13:13",
    message: "Mailbox rights take up to an hour. Removing and adding them again restarts the hour.",
    sentence: "Mailbox rights take up to an hour; adding them again restarts the hour.",
  },
  features: [
    {
      title: "Available today",
      text: "Lorekeep finds explanations in Teams channels, writes articles with sources and keeps them up to date.",
    },
    {
      title: "Posts with their replies",
      text: "A post and its replies stay one conversation. Edits and deletions in Teams are followed.",
    },
    {
      title: "Alternatives for a test",
      text: "Test with one Teams channel and publish to Notion or Confluence.",
    },
  ],
  specificUseCases: [
    { title: "Demo", text: "Run the demo on your computer. It includes sample chat and needs no account." },
    {
      title: "Pilot with one team",
      text: "Start with one team whose owner agrees, and publish to Confluence or Notion.",
    },
    {
      title: "Requirements",
      text: "Compare the fields of the articles with your ServiceNow template.",
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
    { title: "Start a pilot", text: "Choose the channels and add Confluence or Notion." },
    { title: "Extend later", text: "Add ServiceNow when it is available. Existing articles are kept." },
  ],
  questions: [
    {
      question: "When will ServiceNow be supported?",
      answer: "There is no release date yet. This page is updated when the status changes.",
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
