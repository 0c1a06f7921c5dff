import type { ToolPage } from "../tool-page.ts";

export const internalDocFromChatTools: ToolPage = {
  urlSlug: "internal-doc-from-chat-tools",
  pageType: "solution",
  toolName: "Internal docs from chat tools",
  shortDesc: "Internal documentation that stays internal, written from your own chat.",
  targetAudience: "companies with things to keep to themselves",
  useCase: "What stays inside",
  exportTarget: "Confluence, Notion",
  title: "Internal documentation from your chat tools",
  description:
    "Build internal docs from Slack and Google Chat and keep control: chosen channels, secrets removed, private channels held back, on your own server if you like.",
  keywords:
    "internal documentation tool, internal docs from slack, company wiki from chat, private knowledge base, self-hosted documentation",
  heading: "Internal docs from internal chat, for the right readers only",
  intro:
    "What a team says among itself should not end up in front of the wrong people because a robot wrote it down. Lorekeep is built around that worry: it asks before it widens an audience.",
  example: {
    where: "#it-admins",
    who: "Eve",
    at: "14:44",
    message: "Reset the badge in the old console, then wait five minutes. The new console only shows it.",
    sentence: "Reset the badge in the old console and wait five minutes; the new one only shows it.",
  },
  features: [
    {
      title: "Secrets are taken out",
      text: "Keys, tokens, passwords and webhook addresses are recognised and removed before writing, publishing or asking a model.",
    },
    {
      title: "Private stays private",
      text: "If a channel becomes private, its articles leave every platform and wait for your decision.",
    },
    {
      title: "Deleted means deleted",
      text: "A message removed in chat goes from the article, its history and the logs.",
    },
  ],
  specificUseCases: [
    { title: "IT and security", text: "How access is granted, without the password somebody pasted beside it." },
    { title: "Finance", text: "Procedures in a Confluence space that only finance may open." },
    { title: "Consulting teams", text: "One channel per client, one target per client, nothing crossing over." },
  ],
  steps: [
    { title: "Decide where it runs", text: "With us, or on your own machine with one command and no outside service." },
    {
      title: "Invite the app, channel by channel",
      text: "It sees nothing else. Removing a channel removes its stored messages.",
    },
    { title: "Point it at a space with the right readers", text: "Rights are those of Confluence or Notion." },
    { title: "Check the log", text: "Each reading, each article and each refusal is listed." },
  ],
  questions: [
    {
      question: "What is stored?",
      answer:
        "Messages of monitored channels while they are monitored, articles, and the messages an article rests on.",
    },
    {
      question: "How long are model answers kept?",
      answer: "Thirty days, or until a message they were about changes. Prompts are not stored.",
    },
    {
      question: "How are tokens protected?",
      answer: "Encrypted with a key that lies outside the database and its backups. They are never shown again.",
    },
  ],
};
