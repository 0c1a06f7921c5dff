import type { ToolPage } from "../tool-page.ts";

export const teamLeadsInternalKnowledge: ToolPage = {
  urlSlug: "team-leads-internal-knowledge",
  pageType: "persona",
  toolName: "Internal knowledge for team leads",
  shortDesc: "Stop being the person everybody has to ask.",
  targetAudience: "team leads",
  useCase: "A lead’s week, with a library",
  exportTarget: "Confluence, Notion, GitHub Wiki (planned)",
  title: "Internal knowledge base for team leads",
  description:
    "Team leads are asked everything. Lorekeep turns the answers you give in chat into pages your team can find, so you answer once.",
  keywords:
    "team lead knowledge base, internal knowledge team leads, team documentation tool, reduce interruptions, team wiki",
  heading: "You are not a search engine",
  intro:
    "‘Quick question’ comes eleven times a day, and nine you have answered before. You wrote those answers yourself, in chat. Lorekeep puts them where your team finds them without asking you.",
  example: {
    where: "#team-atlas",
    who: "You",
    at: "10:11",
    message: "We squash on merge. The only exception is a migration, that keeps its own commit.",
    sentence: "We squash on merge, except for migrations, which keep their own commit.",
  },
  features: [
    {
      title: "Your words, kept",
      text: "Articles take over what you said, rather than a paraphrase you would have to defend.",
    },
    { title: "Nothing to maintain", text: "Correct yourself in chat next month, and the page follows." },
    { title: "One channel is enough", text: "Your team’s own. No roll-out, no committee, no budget on the free plan." },
  ],
  specificUseCases: [
    { title: "Before your holiday", text: "Check what the library lacks and answer those questions in the channel." },
    { title: "Someone joins", text: "Send five links instead of three hours." },
    { title: "A retrospective", text: "What did we explain most this quarter? That is what to simplify." },
  ],
  painPoints: [
    { title: "Interrupted by the same thing", text: "Each answer is short. The way back into your work is not." },
    { title: "A bottleneck with a title", text: "When you are in meetings, the team waits." },
    { title: "Documents nobody opens", text: "You wrote a guide once. They asked you anyway." },
  ],
  benefits: [
    { title: "Hours back", text: "Answer in full one last time, in the channel." },
    { title: "A team that helps itself", text: "And adds its own answers beside yours." },
    { title: "Absence without harm", text: "What you know is there when you are not." },
  ],
  steps: [
    { title: "Sign up for Starter", text: "Free: one Slack channel, 50 messages a month, one knowledge platform." },
    { title: "Connect your team’s channel", text: "Invite the app, paste two tokens, done." },
    { title: "Move answers out of DMs", text: "Ask people to ask in the channel. This is the only rule to make." },
    { title: "Reply with links", text: "After a while, they search before they ask." },
  ],
  questions: [
    { question: "Will my manager see statistics about me?", answer: "There are none about people." },
    { question: "Does my whole company have to join?", answer: "No. A workspace can be one team with one channel." },
    {
      question: "What if I answered wrongly?",
      answer: "Edit the message or say so in the thread. The article is written again.",
    },
  ],
};
