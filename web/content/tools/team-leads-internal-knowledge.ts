import type { ToolPage } from "../tool-page.ts";

export const teamLeadsInternalKnowledge: ToolPage = {
  urlSlug: "team-leads-internal-knowledge",
  pageType: "persona",
  toolName: "Internal knowledge for team leads",
  shortDesc: "Articles from the answers you give your team.",
  targetAudience: "team leads",
  useCase: "Typical occasions",
  exportTarget: "Confluence, Notion, GitHub Wiki",
  title: "Internal knowledge base for team leads",
  description:
    "Lorekeep turns the answers that team leads give in chat into articles, so that your team can look them up instead of asking again.",
  keywords:
    "team lead knowledge base, internal knowledge team leads, team documentation tool, reduce interruptions, team wiki",
  heading: "Answer recurring questions once",
  intro:
    "Team leads answer many of the same questions several times a week. Lorekeep turns your chat answers into articles that your team can find without asking you.",
  example: {
    where: "#team-atlas",
    who: "You",
    at: "10:11",
    message: "We squash on merge. The only exception is a migration, that keeps its own commit.",
    sentence: "We squash on merge, except for migrations, which keep their own commit.",
  },
  features: [
    {
      title: "Your own wording",
      text: "Articles keep to the wording of your messages.",
    },
    {
      title: "No maintenance",
      text: "When you edit your message in chat, the article is updated. A sentence that a person changed is put to you first.",
    },
    { title: "One channel is enough", text: "Start with your team’s channel on the free plan." },
  ],
  specificUseCases: [
    { title: "Before your holiday", text: "Check which topics are missing and answer them in the channel." },
    { title: "New team members", text: "Send links to articles instead of explaining everything again." },
    { title: "A retrospective", text: "See which topics your team explained most often this quarter." },
  ],
  painPoints: [
    { title: "Frequent interruptions", text: "Each question interrupts your work." },
    { title: "Waiting for you", text: "When you are in meetings, your team has to wait for answers." },
    { title: "Unused documents", text: "Your team asks in chat although a guide exists." },
  ],
  benefits: [
    { title: "More time", text: "You answer a question once, in the channel." },
    { title: "An independent team", text: "Your team finds answers and adds its own." },
    { title: "Available in your absence", text: "Your team can look up your answers while you are away." },
  ],
  steps: [
    { title: "Sign up for Starter", text: "Free: one Slack channel, 50 messages a month, one knowledge platform." },
    { title: "Connect your team’s channel", text: "Invite the app and enter the two credentials." },
    {
      title: "Answer in the channel",
      text: "Ask your team to post questions in the channel instead of direct messages.",
    },
    { title: "Reply with links", text: "Answer repeated questions with a link to the article." },
  ],
  questions: [
    {
      question: "Will my manager see statistics about me?",
      answer: "No. There are no statistics about individual people.",
    },
    { question: "Does my whole company have to join?", answer: "No. A workspace can be one team with one channel." },
    {
      question: "What if I answered wrongly?",
      answer: "Edit the message or post a correction in the thread. The article is updated.",
    },
  ],
};
