import type { ToolPage } from "../tool-page.ts";

export const knowledgeManagementSlackTeams: ToolPage = {
  urlSlug: "knowledge-management-slack-teams",
  pageType: "solution",
  toolName: "Knowledge management for Slack and Teams",
  shortDesc: "One library over several chats, with a say in what gets in.",
  targetAudience: "knowledge managers",
  useCase: "What you can steer",
  exportTarget: "Confluence, Notion, SharePoint (coming soon)",
  title: "Knowledge management for Slack, Google Chat and Teams",
  description:
    "Run knowledge management on what people already say: channels, sensitivity, categories, review and logs in one place. Slack and Google Chat today, Teams in development.",
  keywords:
    "knowledge management slack, knowledge management teams, slack km tool, enterprise knowledge management, chat knowledge management",
  heading: "Knowledge management where people already talk",
  intro:
    "You do not need another campaign to make people write. You need to choose which channels count, how sure the system must be, and where the result goes. Those are the three things you set here.",
  notYet:
    "Slack and Google Chat are read today. A Microsoft Teams connection can be saved; reading it is in development.",
  example: {
    where: "#sales-ops",
    who: "Grace",
    at: "10:30",
    message: "A deal is only ‘committed’ when procurement has the paper. A verbal yes is ‘best case’.",
    sentence: "A deal is committed once procurement has the paper; a verbal yes is best case.",
  },
  features: [
    {
      title: "A slider with a meaning",
      text: "From 1, only clear explanations, to 10, anything that may be useful. You set it for your workspace.",
    },
    {
      title: "Categories and filters",
      text: "Category, content type, difficulty, priority and tags, found for each article and searchable together.",
    },
    {
      title: "A log of everything",
      text: "What was read, what was written, what failed and why. Export it as CSV or JSON.",
    },
  ],
  specificUseCases: [
    {
      title: "An audit of answers",
      text: "Which departments explain a lot, and which channels hold nothing worth keeping.",
    },
    {
      title: "Two chats, one library",
      text: "Engineering is in Slack, sales in Google Chat, the pages in Confluence.",
    },
    { title: "A pilot", text: "One channel for a month on the free plan, then a decision with numbers." },
  ],
  steps: [
    { title: "Map the channels", text: "List those where questions are answered. Five are plenty." },
    { title: "Set the detection", text: "Sensitivity, shortest message, and the words that hint at an explanation." },
    { title: "Choose the targets", text: "Confluence, Notion or both. Each can be paused without losing articles." },
    { title: "Watch the first month", text: "Analytics shows articles a week, success rate and errors." },
  ],
  questions: [
    {
      question: "Who sees the articles?",
      answer: "Everyone in your workspace. On Confluence and Notion the rights of the page apply.",
    },
    {
      question: "Do roles limit anything?",
      answer:
        "Yes. Owners, admins, editors, reviewers and viewers each have their own rights. Articles from a private channel are for those who may read that channel.",
    },
    { question: "How do we leave?", answer: "Your pages are in Confluence or Notion and stay there." },
  ],
};
