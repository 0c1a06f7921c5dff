import type { ToolPage } from "../tool-page.ts";

export const remoteChatToKnowledgeTool: ToolPage = {
  urlSlug: "remote-chat-to-knowledge-tool",
  pageType: "use-case",
  toolName: "Remote team chat to knowledge",
  shortDesc: "Answers that do not wait for the other time zone to wake up.",
  targetAudience: "remote teams across time zones",
  useCase: "A day without waiting",
  exportTarget: "Confluence, Notion",
  title: "Turn remote team chat into shared knowledge",
  description:
    "In a remote team, the person who knows is asleep. Lorekeep turns what they said yesterday into an article you can read now.",
  keywords: "remote team knowledge base, async documentation, distributed team wiki, remote knowledge sharing",
  heading: "The answer should not be asleep when you are awake",
  intro:
    "Lisbon asks at ten. Denver answers at five. Manila reads both the next day and asks again, because the thread is gone. Lorekeep makes the answer findable before the third question.",
  example: {
    where: "#handover",
    who: "Ana, Lisbon",
    at: "18:00",
    message: "If the import hangs at 99%, don’t restart it. It is building the index and needs an hour.",
    sentence: "When the import hangs at 99%, do not restart it: it builds the index for about an hour.",
  },
  features: [
    {
      title: "Written while you sleep",
      text: "Channels are checked at the pace you set, from every five minutes to once a day.",
    },
    {
      title: "Short enough to read first",
      text: "Each article opens with a summary and says how many minutes the rest takes.",
    },
    {
      title: "The thread is one click away",
      text: "If the summary is not enough, the message it came from is linked beside the sentence.",
    },
  ],
  specificUseCases: [
    { title: "Hand-over between zones", text: "What was tried, what worked, what is left." },
    { title: "Deploy questions", text: "How to roll back, without waking the person who set it up." },
    { title: "Part-time colleagues", text: "Four days a week, and no two hours on Monday spent scrolling." },
  ],
  painPoints: [
    { title: "A question costs a day", text: "Eight hours of difference turn a two-minute answer into tomorrow." },
    { title: "Chat is the office", text: "Everything is said there, and nothing stays on the wall." },
    { title: "Scrolling as onboarding", text: "New colleagues read months of messages to find five that matter." },
  ],
  benefits: [
    { title: "Fewer pings at night", text: "People search first, because searching works." },
    { title: "One place for all zones", text: "The same page for everyone, with dates." },
    { title: "Meetings you can skip", text: "What was explained once in writing need not be presented." },
  ],
  steps: [
    {
      title: "Connect Slack or Google Chat",
      text: "The channel in which zones hand over to each other is the best one.",
    },
    { title: "Set the pace", text: "Hourly suits most. Live reading is there where Slack sends events." },
    { title: "Publish where people look", text: "Confluence or Notion. Lorekeep’s own library can be searched too." },
    { title: "Answer with a link", text: "After two weeks, count how often you did." },
  ],
  questions: [
    {
      question: "Which languages does it read?",
      answer: "English conversations give the best articles. Others depend on the language model you connect.",
    },
    {
      question: "Does it need everyone to change habits?",
      answer: "No. It helps if answers are given in channels rather than in direct messages.",
    },
    { question: "Does it read video calls?", answer: "No. Only text in Slack and Google Chat." },
  ],
};
