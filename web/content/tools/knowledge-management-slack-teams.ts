import type { ToolPage } from "../tool-page.ts";

export const knowledgeManagementSlackTeams: ToolPage = {
  urlSlug: "knowledge-management-slack-teams",
  pageType: "solution",
  toolName: "Knowledge management for Slack and Teams",
  shortDesc: "One library for several chat tools, with control over its content.",
  targetAudience: "knowledge managers",
  useCase: "What you can configure",
  exportTarget: "Confluence, Notion, SharePoint",
  title: "Knowledge management for Slack, Google Chat and Teams",
  description:
    "Manage channels, sensitivity, categories, review and logs in one place. Slack, Google Chat and Microsoft Teams are read.",
  keywords:
    "knowledge management slack, knowledge management teams, slack km tool, enterprise knowledge management, chat knowledge management",
  heading: "Knowledge management based on your team chat",
  intro:
    "Your employees do not have to write documentation. You choose which channels are read, how selective the detection is and where articles are published.",
  notYet:
    "Slack, Google Chat and Microsoft Teams are read today; Confluence, Notion and SharePoint are published to. Documents in SharePoint are not read.",
  example: {
    where: "#sales-ops",
    who: "Grace",
    at: "10:30",
    message: "A deal is only ‘committed’ when procurement has the paper. A verbal yes is ‘best case’.",
    sentence: "A deal is committed once procurement has the paper; a verbal yes is best case.",
  },
  features: [
    {
      title: "Adjustable sensitivity",
      text: "Choose a level from 1 (only clear explanations) to 10 (anything that may be useful) for your workspace.",
    },
    {
      title: "Categories and filters",
      text: "Each article has a category, content type, difficulty, priority and tags, which you can combine as filters.",
    },
    {
      title: "Complete log",
      text: "The log lists what was read, written and published, and every error. You can export it as CSV or JSON.",
    },
  ],
  specificUseCases: [
    {
      title: "Overview of knowledge",
      text: "See which channels contain explanations and which do not.",
    },
    {
      title: "Two chat tools, one library",
      text: "Engineering uses Slack, sales uses Teams, and all articles are published to Confluence.",
    },
    { title: "Pilot project", text: "Test one channel for a month on the free plan and evaluate the results." },
  ],
  steps: [
    { title: "List the channels", text: "Select the channels in which questions are answered. Start with up to five." },
    {
      title: "Configure detection",
      text: "Set the sensitivity, the minimum message length and the keywords of an explanation.",
    },
    {
      title: "Choose the targets",
      text: "Publish to Confluence, Notion or both. You can pause each one without losing articles.",
    },
    { title: "Evaluate the first month", text: "Analytics shows articles per week, success rate and errors." },
  ],
  questions: [
    {
      question: "Who sees the articles?",
      answer:
        "Everyone in your workspace, except articles from private channels, which only their members read. On Confluence and Notion the permissions of the page apply.",
    },
    {
      question: "Do roles limit anything?",
      answer: "Yes. Owners, admins, editors, reviewers and viewers each have their own permissions.",
    },
    { question: "What happens if we cancel?", answer: "Your published pages stay in Confluence or Notion." },
  ],
};
