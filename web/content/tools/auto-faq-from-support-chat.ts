import type { ToolPage } from "../tool-page.ts";

export const autoFaqFromSupportChat: ToolPage = {
  urlSlug: "auto-faq-from-support-chat",
  pageType: "use-case",
  toolName: "FAQ from support chat",
  shortDesc: "The questions people really ask, with the answer that really helped.",
  targetAudience: "support leads and FAQ editors",
  useCase: "Questions that belong in an FAQ",
  exportTarget: "Confluence, Notion, Zendesk (coming soon), Intercom (planned)",
  title: "Generate an FAQ from support chat",
  description:
    "An FAQ should hold questions that are asked frequently. Lorekeep finds them in your support chat and writes each with the answer that solved it.",
  keywords: "faq generator, faq from chat, auto faq, support faq automation, frequently asked questions tool",
  heading: "An FAQ of questions somebody actually asked",
  intro:
    "Most FAQs answer what the company would like to be asked. Your support chat has the other list. Lorekeep reads it, keeps the answers that helped, and notes each time one was confirmed again.",
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
      text: "The same question adds to the same entry. You see which ones belong at the top of the page.",
    },
    {
      title: "The answer that helped",
      text: "‘That did it, thanks’ is evidence. An answer followed by ‘still broken’ is not one.",
    },
    { title: "In the asker’s words", text: "The question keeps the terms people use, so their search finds it." },
  ],
  specificUseCases: [
    { title: "After a launch", text: "The first week’s questions become the FAQ for the second." },
    { title: "Billing", text: "Invoices, VAT numbers, changed cards: asked daily, answered the same." },
    { title: "Internal help desk", text: "Printer, VPN, holidays. The classics." },
  ],
  painPoints: [
    { title: "An FAQ by guesswork", text: "It was written before the first customer came." },
    { title: "Nobody’s job", text: "Support knows the questions, marketing owns the page." },
    { title: "Old answers", text: "The menu was renamed in May. The FAQ still sends people to the old one." },
  ],
  benefits: [
    { title: "Start from evidence", text: "A list of real questions in the words in which they were asked." },
    { title: "Editing, not writing", text: "The text is there. You make it sound like you." },
    { title: "Told when it changes", text: "New answers that disagree with an entry wait for your decision." },
  ],
  steps: [
    { title: "Connect the chat where support talks", text: "A Slack channel or a Google Chat space." },
    { title: "Filter by FAQ", text: "Articles are labelled by type. Pick the type FAQ and read down the list." },
    { title: "Polish in Notion or Confluence", text: "Your edits are kept through later updates." },
    { title: "Move to the public page", text: "Copy what customers may see. That step stays with a person." },
  ],
  questions: [
    {
      question: "Can it publish to our website?",
      answer: "No. It publishes to Confluence and Notion. What goes public is your choice.",
    },
    {
      question: "Does it read chats with customers?",
      answer: "It reads team chat. A Slack channel shared with a customer counts if you switch it on.",
    },
    {
      question: "How short are the answers?",
      answer: "As short as what was said. A two-line answer makes a two-line article.",
    },
  ],
};
