import type { ToolPage } from "../tool-page.ts";

export const autoKbFromZendesk: ToolPage = {
  urlSlug: "auto-kb-from-zendesk",
  pageType: "tool-specific",
  toolName: "Zendesk knowledge base from chat",
  shortDesc: "Help articles for your agents, from the chat behind your tickets.",
  targetAudience: "support teams that use Zendesk",
  useCase: "Answers worth keeping",
  exportTarget: "Confluence, Notion, Zendesk",
  title: "Zendesk knowledge base articles from team chat",
  description:
    "Lorekeep turns answers to difficult tickets, given in team chat, into help articles. They are published to a section of your help center, for agents only until you open them.",
  keywords: "zendesk knowledge base, zendesk guide articles, zendesk help center automation, slack to zendesk",
  heading: "Turn escalation threads into support articles",
  intro:
    "An agent asks in #support-escalations, an engineer explains the cause, and the agent closes the ticket. Lorekeep keeps the explanation as an article, so that the next agent finds it.",
  notYet: "Lorekeep does not read tickets: it reads team chat and writes to Zendesk Guide.",
  example: {
    where: "#support-escalations",
    who: "Ravi",
    at: "14:20",
    message: "Export fails over 50,000 rows because the worker times out. Filter by month and it goes through.",
    sentence: "Exports of more than 50,000 rows time out. Filter by month, and they go through.",
  },
  features: [
    {
      title: "The original explanation",
      text: "Agents read the cause and the fix in the words of engineering.",
    },
    {
      title: "Secrets are removed",
      text: "Tokens, keys and passwords in a thread are removed before an article is written.",
    },
    {
      title: "A source for each sentence",
      text: "Before you open an article to customers, you can check the message each sentence comes from.",
    },
  ],
  specificUseCases: [
    { title: "Escalations", text: "Tier one finds answers that tier two has already given." },
    {
      title: "Outdated macros",
      text: "When a message contradicts an article, a person is asked which one is correct.",
    },
    { title: "Release week", text: "Workarounds for a new release are documented on the first day." },
  ],
  steps: [
    { title: "Connect the escalation channel", text: "In Slack, Google Chat or Teams, wherever agents ask engineers." },
    {
      title: "Connect your help center",
      text: "An OAuth client of the Admin Center and the section that takes the articles.",
    },
    { title: "Review the articles", text: "Each article shows its confidence, so you know which ones to check." },
    {
      title: "Open what customers may read",
      text: "New articles are visible to agents and managers. Whoever changes that in Zendesk decides; updates keep it.",
    },
  ],
  questions: [
    {
      question: "Does it read Zendesk tickets?",
      answer: "No. It reads team chat and publishes to the help center; the OAuth client needs no access to tickets.",
    },
    {
      question: "Does an update overwrite what my agents edited?",
      answer:
        "No. What people wrote in Zendesk stays: an update is merged with it, and where both changed the same paragraph a person is asked.",
    },
    {
      question: "Are customer names removed?",
      answer:
        "Credentials are removed. Customer names are not always recognized, so review an article before you make it public.",
    },
  ],
};
