import type { ToolPage } from "../tool-page.ts";

export const knowledgeSharingSupportManagers: ToolPage = {
  urlSlug: "knowledge-sharing-support-managers",
  pageType: "persona",
  toolName: "Knowledge sharing for support managers",
  shortDesc: "Articles from your agents’ explanations, without additional writing.",
  targetAudience: "support managers",
  useCase: "Ideas for the first month",
  exportTarget: "Confluence, Notion, Zendesk, Intercom",
  title: "Knowledge sharing software for support managers",
  description:
    "Lorekeep turns what experienced agents explain in chat into articles, so support managers get a knowledge base without assigning writers.",
  keywords:
    "support manager tools, knowledge sharing support team, knowledge centered service, kcs automation, support team enablement",
  heading: "Turn your agents’ explanations into articles",
  intro:
    "Experienced agents help their colleagues in chat every week, and their solutions are lost afterwards. Lorekeep documents these solutions without extra work for your agents.",
  example: {
    where: "#escalations",
    who: "Dana",
    at: "09:22",
    message: "Refund after 40 days is fine if the first ticket was opened in time. Check the ticket date.",
    sentence: "A refund after 40 days is allowed if the first ticket was opened in time.",
  },
  features: [
    {
      title: "No additional work",
      text: "Articles are written from answers that agents give anyway.",
    },
    { title: "Weekly figures", text: "Articles written, success rate and errors for the last 7 and 30 days." },
    {
      title: "You control the quality",
      text: "Start with clear explanations only and increase the sensitivity later.",
    },
  ],
  specificUseCases: [
    { title: "Identify experts", text: "Articles name the agents whose answers they are based on." },
    { title: "Prepare a new product", text: "Use a channel for the beta to have a knowledge base at launch." },
    { title: "Connect shifts", text: "The night shift finds what the day shift explained." },
  ],
  painPoints: [
    { title: "Avoidable escalations", text: "The answer exists in a chat thread, but agents do not find it." },
    { title: "Dependence on one person", text: "When that person is absent, questions remain open." },
    { title: "The wiki has no owner", text: "Nobody has time to maintain it." },
  ],
  benefits: [
    { title: "Fewer repeat questions", text: "Agents answer with a link to the article." },
    {
      title: "Less dependence on individuals",
      text: "The knowledge of experienced agents is available to the whole team.",
    },
    { title: "Input for training", text: "You see which topics agents ask about." },
  ],
  steps: [
    { title: "Choose one team", text: "Start with one team and its most active channel." },
    { title: "Inform the team", text: "Explain which channels are read. The application lists them." },
    {
      title: "Review for two weeks",
      text: "Review the articles with the team lead and adjust the sensitivity.",
    },
    { title: "Add the next channel", text: "The Professional plan includes five Slack channels." },
  ],
  questions: [
    {
      question: "Does it fit KCS?",
      answer: "It covers the capture step. Your team reviews and improves articles in Lorekeep, Confluence or Notion.",
    },
    {
      question: "What will it cost for twenty agents?",
      answer: "The plans count messages and channels, not people. Professional is $25 a month.",
    },
    {
      question: "Can we try it without IT?",
      answer: "You need a person who may add an app to Slack. A Slack export can be imported without an app.",
    },
  ],
};
