import type { ToolPage } from "../tool-page.ts";

export const internalDocFromChatTools: ToolPage = {
  urlSlug: "internal-doc-from-chat-tools",
  pageType: "solution",
  toolName: "Internal docs from chat tools",
  shortDesc: "Internal documentation from your chat, with control over who reads it.",
  targetAudience: "companies with confidential information",
  useCase: "Internal topics to document",
  exportTarget: "Confluence, Notion",
  title: "Internal documentation from your chat tools",
  description:
    "Build internal docs from Slack, Teams and Google Chat and keep control: chosen channels, secrets removed, private channels held back, on your own server if you like.",
  keywords:
    "internal documentation tool, internal docs from slack, company wiki from chat, private knowledge base, self-hosted documentation",
  heading: "Internal docs from chat, for the right readers",
  intro:
    "Information from team chat should only reach people who may read it. In Lorekeep, articles from a private channel are for its members, and an admin decides before anyone else gets access.",
  example: {
    where: "#it-admins",
    who: "Eve",
    at: "14:44",
    message: "Reset the badge in the old console, then wait five minutes. The new console only shows it.",
    sentence: "Reset the badge in the old console and wait five minutes; the new one only shows it.",
  },
  features: [
    {
      title: "Passwords and keys are removed",
      text: "Keys, tokens, passwords and webhook addresses are detected and removed before an article is written or published.",
    },
    {
      title: "Private stays private",
      text: "If a channel becomes private, its articles are withdrawn from every platform until you decide.",
    },
    {
      title: "Deleted means deleted",
      text: "When a message is deleted in chat, its content is removed from the article, its history and the logs.",
    },
  ],
  specificUseCases: [
    { title: "IT and security", text: "How access is granted, without passwords from the thread." },
    { title: "Finance", text: "Procedures in a Confluence space with access for finance only." },
    { title: "Consulting teams", text: "Use one workspace per client to keep information separate." },
  ],
  steps: [
    { title: "Decide where it runs", text: "Use the hosted service or run it on your own server with one command." },
    {
      title: "Invite the app, channel by channel",
      text: "Other channels are not read. Removing a channel deletes its stored messages.",
    },
    {
      title: "Choose a space with the right permissions",
      text: "On published pages, the permissions of Confluence or Notion apply.",
    },
    {
      title: "Check the log",
      text: "The log lists what was read, which articles were written and which errors occurred.",
    },
  ],
  questions: [
    {
      question: "What is stored?",
      answer: "Messages of monitored channels, the articles, and the messages that articles are based on.",
    },
    {
      question: "How long are model answers kept?",
      answer: "For 30 days, or until one of the messages changes. Prompts are not stored.",
    },
    {
      question: "How are tokens protected?",
      answer:
        "They are encrypted with a key stored outside the database and its backups, and are never displayed again.",
    },
  ],
};
