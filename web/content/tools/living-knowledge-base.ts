import type { ToolPage } from "../tool-page.ts";

export const livingKnowledgeBase: ToolPage = {
  urlSlug: "living-knowledge-base",
  pageType: "solution",
  toolName: "Living knowledge base",
  shortDesc: "Articles that are updated, confirmed or withdrawn together with their sources.",
  targetAudience: "teams that maintain a wiki",
  useCase: "How articles stay up to date",
  exportTarget: "Confluence, Notion",
  title: "A living knowledge base that follows your chat",
  description:
    "Lorekeep’s articles are updated when the conversations they are based on change: when messages are edited, confirmed, contradicted or deleted.",
  keywords:
    "living knowledge base, living documentation, self-updating wiki, knowledge base maintenance, stale documentation",
  heading: "A knowledge base that stays up to date",
  intro:
    "Wiki pages become outdated because they are not connected to the discussions they were written from. In Lorekeep, every sentence is based on a chat message. When the message changes, the sentence is updated.",
  example: {
    where: "#infra",
    who: "Karim",
    at: "09:03",
    message: "Heads-up: the build server is build2 now, build1 is gone since Tuesday.",
    sentence: "The build server is build2; build1 is gone since Tuesday.",
  },
  features: [
    {
      title: "Confirmed",
      text: "When the same topic is explained again, the existing article gets another source. No duplicate is created.",
    },
    {
      title: "Contradicted",
      text: "When a new conversation contradicts an article, a person sees both statements and decides.",
    },
    {
      title: "Withdrawn",
      text: "When a message is deleted, its sentences are removed. An article without sources is withdrawn.",
    },
  ],
  specificUseCases: [
    {
      title: "A server was moved",
      text: "Someone posts the new address in chat, and the contradiction is shown on the article.",
    },
    { title: "A policy was changed", text: "Both versions are shown side by side, each with its author and date." },
    {
      title: "An author left the company",
      text: "Their articles keep their sources, and later explanations are added.",
    },
  ],
  steps: [
    { title: "Start with one channel", text: "Choose a channel in which questions are answered." },
    {
      title: "Turn on automatic monitoring",
      text: "New, edited and deleted messages are then processed automatically.",
    },
    { title: "Resolve contradictions in the inbox", text: "Contradictions wait in the inbox for a decision." },
    { title: "Edit articles", text: "Your changes to a page are kept when Lorekeep updates it." },
  ],
  questions: [
    {
      question: "Can an update overwrite my edit?",
      answer:
        "No. Your text and the update are merged. If both changed the same paragraph, your text stays and you are asked.",
    },
    {
      question: "Does a withdrawn page disappear?",
      answer: "It stays at its address with a note that explains why, so links continue to work.",
    },
    {
      question: "Does an article have a history?",
      answer: "Yes. Each version is listed with the reason for the change.",
    },
  ],
};
