import type { ToolPage } from "../tool-page.ts";

export const msTeamsToServicenowKb: ToolPage = {
  urlSlug: "ms-teams-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Microsoft Teams to ServiceNow knowledge",
  shortDesc: "Status: reading Teams is in development, publishing to ServiceNow is planned.",
  targetAudience: "enterprises on Teams and ServiceNow",
  useCase: "What you can do today",
  exportTarget: "Confluence, Notion, ServiceNow (planned)",
  title: "Microsoft Teams to ServiceNow knowledge base",
  description:
    "Lorekeep cannot turn Teams conversations into ServiceNow articles yet: reading Teams is in development and ServiceNow is planned. See what works today.",
  keywords:
    "teams to servicenow, microsoft teams servicenow knowledge, servicenow kb from teams, itsm teams integration",
  heading: "Microsoft Teams to ServiceNow: current status",
  intro:
    "Lorekeep is planned to turn conversations in Teams channels into ServiceNow knowledge articles. This page lists what is available today and what is still in development.",
  notYet:
    "Neither end of this path works today: reading Teams is in development, and publishing to ServiceNow is planned.",
  example: {
    where: "#pilot, in Slack",
    who: "Erik",
    at: "13:13",
    message: "Mailbox rights take up to an hour. Removing and adding them again restarts the hour.",
    sentence: "Mailbox rights take up to an hour; adding them again restarts the hour.",
  },
  features: [
    {
      title: "Available today",
      text: "Lorekeep finds explanations in Slack and Google Chat, writes articles with sources and keeps them up to date.",
    },
    {
      title: "Prepared for Teams",
      text: "The Teams connection can be saved in advance. It will be used when reading is available.",
    },
    {
      title: "Alternatives for a test",
      text: "Test with a Google Chat space or Slack channel and publish to Notion or Confluence.",
    },
  ],
  specificUseCases: [
    { title: "Demo", text: "Run the demo on your computer. It includes sample chat and needs no account." },
    { title: "Pilot with Slack", text: "If one of your teams uses Slack, start with that team." },
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
      title: "Save the Teams connection",
      text: "Enter Tenant ID, App ID, secret and Team ID with the help of the setup guide.",
    },
    { title: "Start a pilot", text: "Connect Slack or Google Chat with Confluence or Notion." },
    { title: "Extend later", text: "Add Teams and ServiceNow when they are available. Existing articles are kept." },
  ],
  questions: [
    {
      question: "When will Teams and ServiceNow be supported?",
      answer: "There are no release dates yet. This page is updated when the status changes.",
    },
    {
      question: "Will saved Teams secrets be safe?",
      answer: "Yes. They are stored encrypted and never displayed again.",
    },
    {
      question: "Can we influence the priorities?",
      answer: "Yes. Tell our support which systems you use.",
    },
  ],
};
