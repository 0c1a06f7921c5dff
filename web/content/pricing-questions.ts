import type { Question } from "./tool-page.ts";

export const PRICING_QUESTIONS: readonly Question[] = [
  {
    question: "What counts as a message?",
    answer:
      "A message that a person wrote in a channel you monitor, counted only once, however often it is analyzed. Join notices, bot posts and messages under your minimum length do not count.",
  },
  {
    question: "What happens at the limit?",
    answer:
      "Analysis pauses, and the dashboard shows a notice. No message is lost: analysis continues next month, or as soon as you upgrade.",
  },
  {
    question: "Do you charge per person?",
    answer:
      "No. Plans count messages, channels and platforms. The price is the same for five people and for five hundred.",
  },
  {
    question: "Can I change plans?",
    answer: "Yes. Upgrades apply immediately, downgrades at the next billing cycle.",
  },
  {
    question: "What if I am not satisfied?",
    answer: "Paid plans have a 30-day money-back guarantee. Write to {{SUPPORT_EMAIL}}; a refund ends the plan.",
  },
  {
    question: "What happens to my data when I cancel?",
    answer:
      "The plan runs to the end of the period you paid for. Your data stays accessible for 30 days after cancellation. Pages that were published are yours and stay where they are.",
  },
  {
    question: "Enterprise says all 5 platforms. Which work today?",
    answer: "Confluence, Notion, Zendesk, Intercom, Jira, SharePoint, ServiceNow, Git repositories and MediaWiki.",
  },
  {
    question: "Do I need a card for Starter?",
    answer: "No. Starter is free forever and does not require a card.",
  },
  {
    question: "Can I run it myself?",
    answer: "Yes. The code is under the MIT license. An installation without billing has no plan limits.",
  },
];
