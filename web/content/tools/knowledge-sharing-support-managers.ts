import type { ToolPage } from "../tool-page.ts";

export const knowledgeSharingSupportManagers: ToolPage = {
  urlSlug: "knowledge-sharing-support-managers",
  pageType: "persona",
  toolName: "Knowledge sharing for support managers",
  shortDesc: "Get knowledge out of your best agents without taking them off the queue.",
  targetAudience: "support managers",
  useCase: "Three things to do in the first month",
  exportTarget: "Confluence, Notion, Zendesk (coming soon), Intercom (planned)",
  title: "Knowledge sharing software for support managers",
  description:
    "Support managers need articles and have no writers. Lorekeep collects what your best agents explain in chat and shows you what is missing.",
  keywords:
    "support manager tools, knowledge sharing support team, knowledge centered service, kcs automation, support team enablement",
  heading: "Your best agent answers forty colleagues a week. Keep the answers.",
  intro:
    "You could book her half a day for writing. The queue says no. Lorekeep takes what she tells colleagues in chat anyway and files it under her name, while she goes on working.",
  example: {
    where: "#escalations",
    who: "Dana",
    at: "09:22",
    message: "Refund after 40 days is fine if the first ticket was opened in time. Check the ticket date.",
    sentence: "A refund after 40 days is allowed if the first ticket was opened in time.",
  },
  features: [
    {
      title: "No writing quota",
      text: "Articles are a by-product of helping. You can drop ‘two articles a month’ from the goals.",
    },
    { title: "A weekly picture", text: "Articles written, success rate and errors for the last 7 and 30 days." },
    {
      title: "You set the bar",
      text: "Begin cautious, with only clear explanations, and open up when the team trusts it.",
    },
  ],
  specificUseCases: [
    { title: "Find the hidden expert", text: "Who gave most of the answers may surprise you." },
    { title: "Prepare a new product", text: "Open a channel for the beta and have a knowledge base at launch." },
    { title: "Even out the shifts", text: "The night team reads what the day team explained." },
  ],
  painPoints: [
    { title: "Escalations that need not be", text: "The answer exists, two floors up, in a thread." },
    { title: "One person holds it all", text: "And she has three weeks of holiday in July." },
    { title: "The wiki has no owner", text: "Everyone agrees it matters. Nobody has the hours." },
  ],
  benefits: [
    { title: "Fewer repeat questions", text: "Colleagues answer with a link and get on." },
    { title: "Less risk in one head", text: "What she knows is written down in her own words." },
    { title: "Evidence for planning", text: "You see what people ask about. Train for that." },
  ],
  steps: [
    { title: "Pick one team", text: "A team whose lead likes the idea, and its one busy channel." },
    { title: "Tell them", text: "Say what is read and what is not. The app shows both." },
    {
      title: "Review for two weeks",
      text: "Read each article with the team lead. Adjust the sensitivity until you agree with most of them.",
    },
    { title: "Add the next channel", text: "Five are included in Professional." },
  ],
  questions: [
    {
      question: "Does it fit KCS?",
      answer: "It does the capture step. Review and improvement remain yours, in Confluence or Notion.",
    },
    {
      question: "What will it cost for twenty agents?",
      answer: "The plans count messages and channels, not people. Professional is $25 a month.",
    },
    {
      question: "Can we try it without IT?",
      answer: "You need someone who may add an app to Slack. Nothing else is needed.",
    },
  ],
};
