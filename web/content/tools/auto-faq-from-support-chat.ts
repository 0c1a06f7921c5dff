import type { ToolPage } from "../tool-page.ts";

export const autoFaqFromSupportChat: ToolPage = {
  urlSlug: "auto-faq-from-support-chat",
  pageType: "use-case",
  toolName: "FAQ from support chat",
  shortDesc: "The questions your support team is asked, with the answers that solved them.",
  targetAudience: "support leads and FAQ editors",
  useCase: "Questions that belong in an FAQ",
  exportTarget: "Confluence, Notion, Zendesk, Intercom",
  title: "Generate an FAQ from support chat",
  description:
    "Lorekeep finds the questions that are asked repeatedly in your support chat and writes an FAQ entry for each, with the answer that solved it.",
  keywords: "faq generator, faq from chat, auto faq, support faq automation, frequently asked questions tool",
  heading: "Build your FAQ from questions customers ask",
  intro:
    "Your support chat shows what customers need to know. Lorekeep reads the channels you choose, keeps the answers that helped, and counts how often each one was confirmed.",
  example: {
    where: "#support",
    who: "Will",
    at: "13:27",
    message: "Changing the card doesn’t pay the open invoice. They have to press Pay now once.",
    sentence: "Changing the card does not pay an open invoice; press Pay now once.",
  },
  features: [
    {
      title: "Asked again, confirmed again",
      text: "A repeated question is added to the existing entry, so you see which questions are most frequent.",
    },
    {
      title: "The answer that helped",
      text: "A reply such as ‘That did it, thanks’ counts as confirmation. An answer followed by ‘still broken’ does not.",
    },
    {
      title: "In the asker’s words",
      text: "The question keeps the terms people use, so that they find it by searching.",
    },
  ],
  specificUseCases: [
    { title: "After a launch", text: "Questions from the first week become FAQ entries for the following weeks." },
    { title: "Billing", text: "Recurring questions about invoices, VAT numbers and changed cards." },
    { title: "Internal help desk", text: "Recurring questions about printers, VPN and holidays." },
  ],
  painPoints: [
    { title: "The FAQ is based on assumptions", text: "It was written before the first customers asked anything." },
    { title: "No clear owner", text: "Support knows the questions, but marketing maintains the page." },
    { title: "Outdated answers", text: "The product changed, and the FAQ still describes the previous version." },
  ],
  benefits: [
    { title: "Start from real questions", text: "You get a list of questions in the words in which they were asked." },
    { title: "Edit instead of writing", text: "A draft with sources is ready for you to edit." },
    { title: "Notified of changes", text: "When a new answer contradicts an entry, you decide which one is correct." },
  ],
  steps: [
    { title: "Connect the chat where support talks", text: "A channel of Slack or Teams, or a Google Chat space." },
    { title: "Filter by FAQ", text: "Articles are labeled by type. Filter the library by the type FAQ." },
    { title: "Polish in Notion or Confluence", text: "Your edits are kept through later updates." },
    { title: "Publish to customers", text: "Copy the entries that customers may see to your public FAQ." },
  ],
  questions: [
    {
      question: "Can it publish to our website?",
      answer:
        "No. It publishes to the platforms you connect, such as a help center in Zendesk or Intercom. What goes public is your choice.",
    },
    {
      question: "Does it read chats with customers?",
      answer: "It reads team chat. A Slack channel shared with a customer is read only if an admin allows it.",
    },
    {
      question: "How short are the answers?",
      answer: "They are as long as the original answer. A two-line answer becomes a two-line article.",
    },
  ],
};
