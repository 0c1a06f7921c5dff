import type { ToolPage } from "../tool-page.ts";

export const internalKbToolSupport: ToolPage = {
  urlSlug: "internal-kb-tool-support",
  pageType: "persona",
  toolName: "Internal knowledge base for support agents",
  shortDesc: "A searchable knowledge base for agents during customer calls.",
  targetAudience: "support agents",
  useCase: "During a customer call",
  exportTarget: "Confluence, Notion, Zendesk",
  title: "Internal knowledge base tool for support agents",
  description:
    "An internal knowledge base for support agents, written from what colleagues explained in chat. Every sentence links to its source.",
  keywords:
    "internal knowledge base support, support agent knowledge base, agent wiki, help desk knowledge base, it support kb",
  heading: "Find answers while the customer is waiting",
  intro:
    "A customer calls with an error code that a colleague solved last month. Search for the code in Lorekeep and open the article, which begins with a summary of the solution and names its source.",
  example: {
    where: "#tier-1",
    who: "Sam",
    at: "12:31",
    message: "‘Payment pending’ over 48 hours means the bank wants a call. Send them the bank’s number.",
    sentence: "‘Payment pending’ for over 48 hours means that the bank wants a call.",
  },
  features: [
    {
      title: "Search that tolerates typing errors",
      text: "Search by error code or symptom. The best match comes first, also when you mistype.",
    },
    { title: "Summary first", text: "Each article begins with a summary, followed by the steps and the background." },
    {
      title: "Whom to ask",
      text: "Each sentence names the colleague who explained it. Ask them if you need more details.",
    },
  ],
  specificUseCases: [
    {
      title: "An unknown error code",
      text: "Paste it into the search. Articles contain error codes exactly as they were posted.",
    },
    { title: "Exceptions for refunds", text: "When an exception was approved, and by whom." },
    { title: "Customer-specific agreements", text: "What was agreed in the customer’s channel." },
  ],
  painPoints: [
    {
      title: "Search that finds nothing",
      text: "The wiki uses other terms than customers do.",
    },
    { title: "Too many places to search", text: "Information is spread over wiki, drive, chat and tickets." },
    { title: "Agents hesitate to ask", text: "Asking in a large channel takes time and courage." },
  ],
  benefits: [
    { title: "Faster answers", text: "One search covers what your colleagues have explained." },
    { title: "Reliable answers", text: "You see who wrote an answer, and when." },
    { title: "Credit for your answers", text: "Your name appears next to what you explained." },
  ],
  steps: [
    { title: "Your team lead connects the channel", text: "Choose the channel in which agents ask each other." },
    { title: "You continue to answer there", text: "Reply in threads where possible: this improves the articles." },
    { title: "You search first", text: "Search in Lorekeep, Confluence or Notion." },
    { title: "You correct errors", text: "Edit the page or post a correction in chat. Both are taken into account." },
  ],
  questions: [
    {
      question: "Is my performance measured?",
      answer: "No. Analytics covers articles and channels, not people.",
    },
    { question: "Is there a browser extension?", answer: "No. You search in the web application." },
    {
      question: "What if a page is wrong?",
      answer: "Correct it on the page. Later updates keep your wording.",
    },
  ],
};
