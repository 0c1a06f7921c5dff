import type { ToolPage } from "../tool-page.ts";

export const supportTeamConversationToKb: ToolPage = {
  urlSlug: "support-team-conversation-to-kb",
  pageType: "use-case",
  toolName: "Support conversations to knowledge base",
  shortDesc: "What your support team explains to itself becomes what it can look up.",
  targetAudience: "support teams",
  useCase: "Three threads worth keeping",
  exportTarget: "Confluence, Notion, Zendesk (coming soon), Intercom (planned)",
  title: "From support conversations to a knowledge base",
  description:
    "Your agents already explain things to each other in chat. Lorekeep turns those explanations into a support knowledge base, each answer with its source.",
  keywords:
    "support knowledge base, internal support documentation, support chat to knowledge base, agent assist articles",
  heading: "Your agents already wrote the knowledge base, in chat",
  intro:
    "‘Has anyone seen error 4031?’ is asked in every support team, and someone always has. Lorekeep keeps the reply where the next agent will look, and names who gave it.",
  example: {
    where: "#agents",
    who: "Dee",
    at: "16:02",
    message: "4031 is always the clock. Have them switch on automatic time and sign in again.",
    sentence: "Error 4031 comes from a wrong clock: switch on automatic time and sign in again.",
  },
  features: [
    {
      title: "Errors copied exactly",
      text: "Codes, commands and addresses are copied letter by letter, or left out.",
    },
    {
      title: "Search that forgives",
      text: "An agent with a customer on the line may mistype. ‘paymnet faild’ still finds the page.",
    },
    {
      title: "Sorted as support thinks",
      text: "Articles are labelled as troubleshooting, how-to, FAQ and more, with difficulty and reading time.",
    },
  ],
  specificUseCases: [
    { title: "The known error", text: "Cause, check, fix, and what to tell the customer meanwhile." },
    { title: "The policy question", text: "May we refund after 40 days? Who decided, and in which thread." },
    {
      title: "The odd customer set-up",
      text: "How single sign-on behaves with that one provider, found out the hard way.",
    },
  ],
  painPoints: [
    { title: "The same question, every shift", text: "The people who know answer it again, or are asleep." },
    { title: "Writing comes last", text: "An article is due after the queue is empty. The queue is never empty." },
    { title: "Nobody trusts the wiki", text: "One wrong page, and agents go back to asking in chat." },
  ],
  benefits: [
    { title: "Answers survive the shift", text: "What the night team learned is there in the morning." },
    { title: "Nothing to write", text: "Explaining it to a colleague was the writing." },
    {
      title: "Trust by reference",
      text: "Each sentence names the person and the message. Agents can judge for themselves.",
    },
  ],
  steps: [
    { title: "Connect the agents’ channel", text: "The one where they ask each other, not the one with alerts." },
    {
      title: "Look at the first ten",
      text: "An analysis lists what was found. Decide whether the sensitivity suits you.",
    },
    { title: "Publish", text: "To the Confluence space or Notion page agents have open anyway." },
    { title: "Correct in place", text: "Edit the page. Later updates keep your wording." },
  ],
  questions: [
    {
      question: "Does it talk to customers?",
      answer: "No. It has no part in the conversation with a customer; it writes pages for your team.",
    },
    {
      question: "How many messages does a small team need?",
      answer: "The free plan reads 50 messages a month in one channel. That is enough to judge it.",
    },
    {
      question: "What about wrong answers in chat?",
      answer:
        "A reply that was corrected in the thread loses against its correction. Anything unclear lowers the article’s confidence.",
    },
  ],
};
