import type { ToolPage } from "../tool-page.ts";

export const engineeringDecisionDocs: ToolPage = {
  urlSlug: "engineering-decision-docs",
  pageType: "use-case",
  toolName: "Engineering decision docs",
  shortDesc: "The thread in which you decided, as a page with reasons and sources.",
  targetAudience: "engineering teams",
  useCase: "Decisions that were made in a thread",
  exportTarget: "Confluence, Notion, GitHub Wiki (planned)",
  title: "Engineering decision docs from Slack threads",
  description:
    "Why did we choose Postgres over DynamoDB? It is in a thread from March. Lorekeep turns such threads into decision pages with reasons, code and links.",
  keywords:
    "engineering decision records, adr from slack, architecture decision record tool, engineering documentation automation",
  heading: "You decided it in a thread. Find it in a year.",
  intro:
    "The pull request says what. The thread said why, what else was considered, and who was against it for which reason. That is the part a new engineer needs before undoing it.",
  example: {
    where: "#architecture",
    who: "Sofia",
    at: "12:19",
    message: "Postgres it is: the report query took 40 ms there and needed four round trips on the other one.",
    sentence: "Postgres was chosen because the report query took 40 ms there and four round trips elsewhere.",
  },
  features: [
    {
      title: "Code stays code",
      text: "Commands, identifiers and numbers are copied letter by letter, in code blocks.",
    },
    {
      title: "Objections included",
      text: "‘It will not survive a failover because…’ is knowledge, even if it lost the vote.",
    },
    { title: "Permalinks", text: "Each sentence leads to its message. Read the argument in full where it happened." },
  ],
  specificUseCases: [
    { title: "Choosing a database", text: "Load, cost and the one query that settled it." },
    { title: "After an incident", text: "Cause, fix, and the alert that should have fired." },
    { title: "The odd workaround", text: "Why there is a sleep in the deploy script, before somebody removes it." },
  ],
  painPoints: [
    { title: "ADRs are for the big ones", text: "The forty small decisions of a quarter never get a record." },
    { title: "Blame finds a commit, not a reason", text: "‘Refactor retry’ explains nothing." },
    { title: "The same debate twice", text: "With half the people gone and the numbers forgotten." },
  ],
  benefits: [
    { title: "Cheap records", text: "The discussion was the work. The page costs nothing more." },
    { title: "Reasons you can check", text: "Names, dates and messages, not a summary from memory." },
    { title: "Reversible with care", text: "Who changes a decision knows what it once protected against." },
  ],
  steps: [
    { title: "Connect your design channel", text: "#architecture, #backend, wherever proposals are taken apart." },
    { title: "Add your cue words", text: "‘decided’, ‘RFC’, ‘trade-off’: one keyword each, in AI Detection Settings." },
    {
      title: "Send pages to Confluence or Notion",
      text: "One space or parent page for decisions keeps them together.",
    },
    { title: "Link from the code", text: "A comment with the page’s address outlives every chat." },
  ],
  questions: [
    {
      question: "Does it write to our repository?",
      answer: "No. GitHub Wiki is planned as a target; today it is Confluence or Notion.",
    },
    {
      question: "Are tokens in logs a danger?",
      answer: "Known shapes of keys, tokens and passwords are removed before anything is written or sent to a model.",
    },
    {
      question: "Can it run on our own servers?",
      answer: "Yes. It is MIT-licensed, brings its own PostgreSQL, and works without any AI key.",
    },
  ],
};
