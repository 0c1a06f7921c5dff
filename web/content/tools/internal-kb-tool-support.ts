import type { ToolPage } from "../tool-page.ts";

export const internalKbToolSupport: ToolPage = {
  urlSlug: "internal-kb-tool-support",
  pageType: "persona",
  toolName: "Internal knowledge base for support agents",
  shortDesc: "For the agent with a customer on the line and ninety seconds to find it.",
  targetAudience: "support agents",
  useCase: "In the middle of a call",
  exportTarget: "Confluence, Notion, Zendesk (coming soon)",
  title: "Internal knowledge base tool for support agents",
  description:
    "An internal knowledge base for people who answer customers: found in seconds, written from what colleagues said, with the source to check.",
  keywords:
    "internal knowledge base support, support agent knowledge base, agent wiki, help desk knowledge base, it support kb",
  heading: "For when the customer is waiting and somebody must know",
  intro:
    "You have the error code, the customer is holding, and three people in chat are typing. Last month someone solved exactly this. Lorekeep has the page, and it starts with the fix.",
  example: {
    where: "#tier-1",
    who: "Sam",
    at: "12:31",
    message: "‘Payment pending’ over 48 hours means the bank wants a call. Send them the bank’s number.",
    sentence: "‘Payment pending’ for over 48 hours means that the bank wants a call.",
  },
  features: [
    { title: "Search as you type it", text: "By code, by symptom, with typing errors. The best match comes first." },
    { title: "Fix first", text: "A summary at the top, steps under it, background last." },
    {
      title: "Who to ask",
      text: "The names beside the sentences are the people who know. If the page is not enough, ask them.",
    },
  ],
  specificUseCases: [
    {
      title: "An unknown error code",
      text: "Paste it into search. The article has it exactly as the system prints it.",
    },
    { title: "A refund out of the rule", text: "The last time it was allowed, and who allowed it." },
    { title: "A customer with a history", text: "What was agreed in the channel named after them." },
  ],
  painPoints: [
    {
      title: "Search that finds nothing",
      text: "The wiki says ‘authentication failure’; the customer says ‘it won’t let me in’.",
    },
    { title: "Five places to look", text: "Wiki, drive, chat, tickets, and a colleague’s notebook." },
    { title: "Asking costs face", text: "Nobody likes to ask in front of forty people what they ‘should’ know." },
  ],
  benefits: [
    { title: "An answer before the hold music repeats", text: "One search over what your colleagues have explained." },
    { title: "Sure enough to say it", text: "You see who said it and when, so you know whether to rely on it." },
    { title: "Your own answers count", text: "Explain something once and your name is next to it." },
  ],
  steps: [
    { title: "Your lead connects the channel", text: "The one where you already ask each other." },
    { title: "You keep answering there", text: "In threads, if you can. It makes better articles." },
    { title: "You search first", text: "In Lorekeep, or in Confluence or Notion with their own search." },
    { title: "You fix what is wrong", text: "Edit the page, or say it in chat. Both are noticed." },
  ],
  questions: [
    {
      question: "Is my performance measured?",
      answer: "No. There are no figures about people, only about articles and channels.",
    },
    { question: "Is there a browser extension?", answer: "No. Search is a page; keep it open in a tab." },
    {
      question: "What if a page is wrong?",
      answer: "Correct it in place. Your wording is kept when the article is updated.",
    },
  ],
};
