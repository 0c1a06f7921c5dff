import type { ToolPage } from "../tool-page.ts";

export const engineeringDecisionDocs: ToolPage = {
  urlSlug: "engineering-decision-docs",
  pageType: "use-case",
  toolName: "Engineering decision docs",
  shortDesc: "Decision pages with reasons and sources, from the threads in which you decided.",
  targetAudience: "engineering teams",
  useCase: "Decisions made in chat",
  exportTarget: "Confluence, Notion, GitHub Wiki",
  title: "Engineering decision docs from Slack threads",
  description:
    "Lorekeep turns engineering threads into decision pages with reasons, code and links to every message, published to Confluence or Notion.",
  keywords:
    "engineering decision records, adr from slack, architecture decision record tool, engineering documentation automation",
  heading: "Turn engineering threads into decision records",
  intro:
    "A pull request shows what changed. The chat thread explains why, which alternatives were considered and which objections were raised. Lorekeep writes that thread up as a decision page with sources.",
  example: {
    where: "#architecture",
    who: "Sofia",
    at: "12:19",
    message: "Postgres it is: the report query took 40 ms there and needed four round trips on the other one.",
    sentence: "Postgres was chosen because the report query took 40 ms there and four round trips elsewhere.",
  },
  features: [
    {
      title: "Code is copied exactly",
      text: "Commands, identifiers and numbers are taken over unchanged, in code blocks.",
    },
    {
      title: "Objections included",
      text: "Arguments against a decision are documented as well.",
    },
    {
      title: "Links to messages",
      text: "Each sentence links to its message, where you can read the whole discussion.",
    },
  ],
  specificUseCases: [
    { title: "Choosing a database", text: "Load, cost and the query that decided the matter." },
    { title: "After an incident", text: "The cause, the fix and the missing alert." },
    { title: "Workarounds", text: "Why the deploy script waits before it continues." },
  ],
  painPoints: [
    { title: "Only large decisions are recorded", text: "The many small decisions of a quarter are not documented." },
    {
      title: "The commit history lacks reasons",
      text: "A commit message such as ‘Refactor retry’ does not explain why.",
    },
    {
      title: "Repeated discussions",
      text: "Teams discuss the same question again because the earlier reasons are unknown.",
    },
  ],
  benefits: [
    { title: "No additional writing", text: "The page is written from the discussion you already had." },
    { title: "Reasons you can check", text: "Each statement shows its author, date and message." },
    { title: "Safer changes", text: "Whoever changes a decision knows the reasons for it." },
  ],
  steps: [
    {
      title: "Connect your design channel",
      text: "#architecture, #backend or any channel in which proposals are discussed.",
    },
    { title: "Add keywords", text: "Add ‘decided’, ‘RFC’ and ‘trade-off’ as keywords in AI Detection Settings." },
    {
      title: "Send pages to Confluence or Notion",
      text: "Use one space or parent page for all decisions.",
    },
    { title: "Link from the code", text: "Add the page’s address to a comment in the code." },
  ],
  questions: [
    {
      question: "Does it write to our repository?",
      answer:
        "If you want it to: an article becomes a Markdown file with front matter, in the repository’s wiki or in a folder you name. It is a commit on the default branch; pull requests are not made.",
    },
    {
      question: "Are tokens in logs a danger?",
      answer:
        "Keys, tokens and passwords in known formats are removed before an article is written or a model is called.",
    },
    {
      question: "Can it run on our own servers?",
      answer: "Yes. It is MIT-licensed, brings its own PostgreSQL, and works without any AI key.",
    },
  ],
};
