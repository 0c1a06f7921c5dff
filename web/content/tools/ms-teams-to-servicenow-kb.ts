import type { ToolPage } from "../tool-page.ts";

export const msTeamsToServicenowKb: ToolPage = {
  urlSlug: "ms-teams-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Microsoft Teams to ServiceNow knowledge",
  shortDesc: "An honest look at both ends: Teams in development, ServiceNow planned.",
  targetAudience: "enterprises on Teams and ServiceNow",
  useCase: "What you could do in the meantime",
  exportTarget: "Confluence, Notion, ServiceNow (planned)",
  title: "Microsoft Teams to ServiceNow knowledge base",
  description:
    "Can Lorekeep turn Teams conversations into ServiceNow articles? Not yet: reading Teams is in development and ServiceNow is planned. See what works now.",
  keywords:
    "teams to servicenow, microsoft teams servicenow knowledge, servicenow kb from teams, itsm teams integration",
  heading: "Teams to ServiceNow: where we are",
  intro:
    "You are looking for a bridge from Teams channels to ServiceNow knowledge. It is the right idea and it is not finished. Here is exactly what exists, so that you can decide without a sales call.",
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
      title: "What exists",
      text: "The part in the middle: finding explanations in chat, writing articles with sources, keeping them current.",
    },
    {
      title: "What you can set up",
      text: "The Teams connection can be saved, encrypted, ahead of time. It will be used when reading starts.",
    },
    {
      title: "What to test with",
      text: "A Google Chat space or Slack channel and a Notion or Confluence target. Quality is the same.",
    },
  ],
  specificUseCases: [
    { title: "A proof on paper", text: "Run the demo on your laptop. It brings its own chat and needs no account." },
    { title: "One Slack team", text: "Most companies on Teams have a team in Slack. Begin with that one." },
    {
      title: "A requirements list",
      text: "See which fields the articles have and map them to your ServiceNow template.",
    },
  ],
  steps: [
    {
      title: "Try the demo",
      text: "One command, no keys: chat is read, articles are written, pages are published to stand-ins.",
    },
    { title: "Save the Teams connection", text: "Tenant ID, App ID, secret, Team ID, with a guide for each." },
    { title: "Pilot on what works", text: "Slack or Google Chat to Confluence or Notion." },
    { title: "Decide later", text: "When both ends are there, switch them on. Articles written meanwhile stay." },
  ],
  questions: [
    {
      question: "Why does this page exist, then?",
      answer: "Because people search for it, and a clear no for now saves you an hour.",
    },
    {
      question: "Will saved Teams secrets be safe?",
      answer: "They are encrypted and never shown again. You may also wait: nothing is lost by it.",
    },
    {
      question: "Can we influence the order of work?",
      answer: "Write to support and say what you run. That is how we choose.",
    },
  ],
};
