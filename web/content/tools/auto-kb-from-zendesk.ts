import type { ToolPage } from "../tool-page.ts";

export const autoKbFromZendesk: ToolPage = {
  urlSlug: "auto-kb-from-zendesk",
  pageType: "tool-specific",
  toolName: "Zendesk knowledge base from chat",
  shortDesc: "Draft help articles from the chat behind your tickets; Zendesk is coming soon.",
  targetAudience: "support teams that use Zendesk",
  useCase: "Answers worth keeping",
  exportTarget: "Confluence, Notion, Zendesk (coming soon)",
  title: "Zendesk knowledge base articles from team chat",
  description:
    "Lorekeep turns answers to difficult tickets, given in team chat, into help articles. Publishing to Zendesk Guide is coming soon; Confluence and Notion work today.",
  keywords: "zendesk knowledge base, zendesk guide articles, zendesk help center automation, slack to zendesk",
  heading: "Turn escalation threads into support articles",
  intro:
    "An agent asks in #support-escalations, an engineer explains the cause, and the agent closes the ticket. Lorekeep keeps the explanation as an article, so that the next agent finds it.",
  notYet:
    "Publishing to Zendesk Guide is coming soon. Today articles go to Confluence or Notion; Lorekeep does not read tickets.",
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
      text: "Before you copy a sentence into a public article, you can check the message it comes from.",
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
    { title: "Publish where agents search", text: "A Confluence space or a Notion page, until Zendesk is available." },
    { title: "Review the articles", text: "Each article shows its confidence, so you know which ones to check." },
    {
      title: "Copy articles to Guide",
      text: "Copy articles to Zendesk Guide manually for now. Direct publishing is coming soon.",
    },
  ],
  questions: [
    {
      question: "Does it read Zendesk tickets?",
      answer: "No. It reads team chat. Zendesk is planned as a place to publish to.",
    },
    {
      question: "Can I enter my Zendesk subdomain now?",
      answer: "You can read the form and its guide; saving is disabled until the connection is available.",
    },
    {
      question: "Are customer names removed?",
      answer:
        "Credentials are removed. Customer names are not always recognized, so review an article before you make it public.",
    },
  ],
};
