import type { ToolPage } from "../tool-page.ts";

export const supportTeamConversationToKb: ToolPage = {
  urlSlug: "support-team-conversation-to-kb",
  pageType: "use-case",
  toolName: "Support conversations to knowledge base",
  shortDesc: "A support knowledge base from your team’s internal chat.",
  targetAudience: "support teams",
  useCase: "Threads worth keeping",
  exportTarget: "Confluence, Notion, Zendesk, Intercom",
  title: "From support conversations to a knowledge base",
  description:
    "Support agents explain solutions to each other in chat. Lorekeep turns these explanations into a knowledge base in which every sentence links to its source.",
  keywords:
    "support knowledge base, internal support documentation, support chat to knowledge base, agent assist articles",
  heading: "Build a knowledge base from support conversations",
  intro:
    "When an agent asks ‘Has anyone seen error 4031?’, a colleague usually knows the answer. Lorekeep turns the reply into an article for the whole team and names its author.",
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
      text: "Error codes, commands and addresses are copied letter by letter.",
    },
    {
      title: "Error-tolerant search",
      text: "The search finds articles despite typing errors such as ‘paymnet faild’.",
    },
    {
      title: "Classified for support",
      text: "Articles are labeled as troubleshooting, how-to or FAQ, with difficulty and reading time.",
    },
  ],
  specificUseCases: [
    { title: "Known errors", text: "The cause, the fix and what to tell the customer in the meantime." },
    { title: "Policy questions", text: "Whether a refund is allowed after 40 days, who decided it, and where." },
    {
      title: "Customer-specific set-ups",
      text: "How single sign-on works with a particular provider.",
    },
  ],
  painPoints: [
    { title: "Repeated questions", text: "Experienced agents answer the same questions in every shift." },
    { title: "No time for articles", text: "Agents rarely have time to write articles between tickets." },
    { title: "Lack of trust in the wiki", text: "Outdated pages make agents ask in chat instead." },
  ],
  benefits: [
    { title: "Answers for every shift", text: "Solutions found at night are available in the morning." },
    { title: "No separate writing", text: "The article is written from the explanation to a colleague." },
    {
      title: "Verifiable answers",
      text: "Each sentence names its author and links to the message.",
    },
  ],
  steps: [
    { title: "Connect the agents’ channel", text: "Start with the channel in which agents ask for help." },
    {
      title: "Review the first articles of your team",
      text: "Run an analysis, read the articles and adjust the sensitivity if necessary.",
    },
    { title: "Publish", text: "Publish to the Confluence space or Notion page your agents use." },
    { title: "Correct in place", text: "Edit the page. Later updates keep your wording." },
  ],
  questions: [
    {
      question: "Does it talk to customers?",
      answer: "No. It writes articles for your team and does not send messages to customers.",
    },
    {
      question: "How many messages does a small team need?",
      answer: "The free plan includes 50 messages per month in one channel, which is enough for a test.",
    },
    {
      question: "What about wrong answers in chat?",
      answer:
        "If a reply is corrected in the thread, the correction is used. Unclear answers lower the article’s confidence.",
    },
  ],
};
