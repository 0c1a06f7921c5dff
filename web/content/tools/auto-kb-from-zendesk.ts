import type { ToolPage } from "../tool-page.ts";

export const autoKbFromZendesk: ToolPage = {
  urlSlug: "auto-kb-from-zendesk",
  pageType: "tool-specific",
  toolName: "Zendesk knowledge base from chat",
  shortDesc: "Draft help articles from the chat behind your tickets; Zendesk is coming soon.",
  targetAudience: "support teams that use Zendesk",
  useCase: "Answers that never reach the ticket",
  exportTarget: "Confluence, Notion, Zendesk (coming soon)",
  title: "Zendesk knowledge base articles from team chat",
  description:
    "The answer to a hard ticket is found in Slack, not in Zendesk. Lorekeep writes it up as an article. Publishing to Zendesk Guide is coming soon; Confluence and Notion work today.",
  keywords: "zendesk knowledge base, zendesk guide articles, zendesk help center automation, slack to zendesk",
  heading: "The ticket is in Zendesk. The answer was found in chat.",
  intro:
    "An agent asks in #support-escalations, an engineer explains, the agent rewords it for one customer and closes the ticket. Lorekeep keeps the engineer’s explanation, so that the next agent finds it first.",
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
      title: "The explanation, before it is softened",
      text: "You get the cause and the fix as engineering gave them, which is what an agent needs.",
    },
    {
      title: "Secrets stay out",
      text: "Tokens, keys and passwords pasted into a thread are taken out before anything is written.",
    },
    {
      title: "A source under each sentence",
      text: "Before you copy a line into a public article, open the message it comes from and check.",
    },
  ],
  specificUseCases: [
    { title: "Escalations", text: "Tier two answers once. Tier one searches before it asks again." },
    {
      title: "Macros that went stale",
      text: "When chat contradicts an article, the difference waits for a person to settle.",
    },
    { title: "Release week", text: "The workaround you told forty customers is a page on the first day." },
  ],
  steps: [
    { title: "Connect the escalation channel", text: "In Slack or Google Chat, wherever agents ask engineers." },
    { title: "Publish to a place agents read", text: "A Confluence space or a Notion page, until Zendesk is ready." },
    { title: "Review what came", text: "Each article shows its confidence, so you know which to read twice." },
    {
      title: "Carry over the good ones",
      text: "Copy an article into Guide by hand today. Publishing there directly comes later.",
    },
  ],
  questions: [
    {
      question: "Does it read Zendesk tickets?",
      answer: "No. It reads team chat. Zendesk is planned as a place to publish to.",
    },
    {
      question: "Can I enter my Zendesk subdomain now?",
      answer: "The form and its guide are there to read; saving is off until the connection works.",
    },
    {
      question: "Are customer names removed?",
      answer: "Credentials are. Names in chat are not all recognised, so read an article before you make it public.",
    },
  ],
};
