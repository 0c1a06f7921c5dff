import type { ToolPage } from "../tool-page.ts";

export const remoteChatToKnowledgeTool: ToolPage = {
  urlSlug: "remote-chat-to-knowledge-tool",
  pageType: "use-case",
  toolName: "Remote team chat to knowledge",
  shortDesc: "Answers from colleagues in other time zones, available at any time.",
  targetAudience: "remote teams across time zones",
  useCase: "Typical uses",
  exportTarget: "Confluence, Notion",
  title: "Turn remote team chat into shared knowledge",
  description:
    "In remote teams, the person who knows the answer is often offline. Lorekeep turns explanations from chat into articles that are available in every time zone.",
  keywords: "remote team knowledge base, async documentation, distributed team wiki, remote knowledge sharing",
  heading: "Share answers across time zones",
  intro:
    "A colleague in Lisbon asks a question, a colleague in Denver answers hours later, and the team in Manila asks the same question the next day. Lorekeep turns the first answer into an article that everyone can find.",
  example: {
    where: "#handover",
    who: "Ana, Lisbon",
    at: "18:00",
    message: "If the import hangs at 99%, don’t restart it. It is building the index and needs an hour.",
    sentence: "When the import hangs at 99%, do not restart it: it builds the index for about an hour.",
  },
  features: [
    {
      title: "Written automatically",
      text: "Channels are checked at the frequency you set, from every 5 minutes to once a day.",
    },
    {
      title: "Short summaries",
      text: "Each article begins with a summary and shows its reading time.",
    },
    {
      title: "Link to the thread",
      text: "The original message is linked next to each sentence.",
    },
  ],
  specificUseCases: [
    { title: "Hand-over between time zones", text: "What has been tried, what worked and what remains to be done." },
    { title: "Deployment questions", text: "How to roll back without calling the person who set it up." },
    { title: "Part-time colleagues", text: "Colleagues who work part-time find what was explained in their absence." },
  ],
  painPoints: [
    {
      title: "Waiting for answers",
      text: "With eight hours of time difference, a simple question is answered the next day.",
    },
    { title: "Knowledge stays in chat", text: "Everything is discussed in chat and hard to find later." },
    { title: "Slow onboarding", text: "New colleagues read months of messages to find important information." },
  ],
  benefits: [
    { title: "Fewer interruptions", text: "Colleagues search the library before they ask." },
    { title: "One place for all time zones", text: "All teams read the same current article." },
    { title: "Fewer meetings", text: "Topics that are documented do not have to be presented again." },
  ],
  steps: [
    {
      title: "Connect Slack, Google Chat or Teams",
      text: "Start with the channel used for hand-over between time zones.",
    },
    {
      title: "Set the frequency of checks",
      text: "Checking once an hour suits most teams. With Slack events, messages are read immediately.",
    },
    {
      title: "Publish where colleagues search",
      text: "Publish to Confluence or Notion, or use Lorekeep’s own library.",
    },
    { title: "Answer with a link", text: "Share the link to an article when a question is asked again." },
  ],
  questions: [
    {
      question: "Which languages does it read?",
      answer: "English conversations give the best articles. Others depend on the language model you connect.",
    },
    {
      question: "Do we have to change how we work?",
      answer: "No. It helps to answer questions in channels instead of direct messages.",
    },
    { question: "Does it read video calls?", answer: "No. Only text in Slack, Google Chat and Microsoft Teams." },
  ],
};
