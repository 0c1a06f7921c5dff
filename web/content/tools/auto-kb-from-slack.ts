import type { ToolPage } from "../tool-page.ts";

export const autoKbFromSlack: ToolPage = {
  urlSlug: "auto-kb-from-slack",
  pageType: "tool-specific",
  toolName: "Knowledge base from Slack",
  shortDesc: "Slack threads that explain something become Confluence or Notion pages.",
  targetAudience: "teams that answer their questions in Slack",
  useCase: "Where the pages come from",
  exportTarget: "Confluence, Notion",
  title: "Build a knowledge base from Slack automatically",
  description:
    "Lorekeep reads the Slack channels you choose, finds the threads that explain something and writes them up as Confluence or Notion pages with links back to each message.",
  keywords: "slack knowledge base, slack to confluence, slack to notion, slack wiki, document slack threads",
  heading: "A knowledge base that Slack writes while you talk",
  intro:
    "Somebody asks in #help-vpn, somebody else knows, and twelve messages later it works. Lorekeep notices that thread, writes the page, and puts it in Confluence or Notion with a link to every message it rests on.",
  example: {
    where: "#help-vpn",
    who: "Jonas",
    at: "10:44",
    message: "Delete both profiles, then install the new one from the portal. Don’t reuse the old download.",
    sentence: "Delete both profiles and install the new one from the portal; do not reuse an old download.",
  },
  features: [
    {
      title: "Threads, not keywords",
      text: "It looks at whole conversations: who asked, who answered, whether it helped. Lunch plans and bot posts are left alone.",
    },
    {
      title: "Only channels you pick",
      text: "The app reads a channel after you invite it and switch it on. Make that channel private later, and its articles are held back until you decide.",
    },
    {
      title: "Edits in Slack reach the page",
      text: "Correct a message and the article is written again. Delete one and the sentence that stood on it goes.",
    },
  ],
  specificUseCases: [
    { title: "The help channel", text: "The fifth person to ask about the VPN gets a link to the first answer." },
    { title: "The incident channel", text: "The fix that was found at two in the morning is a page by breakfast." },
    { title: "Years of history", text: "Import a Slack export as a ZIP and read what the team already explained." },
  ],
  steps: [
    {
      title: "Create the Slack app",
      text: "The form lists the scopes and where to click. Paste the bot token and the signing secret.",
    },
    {
      title: "Invite it to a channel",
      text: "Type /invite in Slack, then choose the channel in Lorekeep. One is enough to start.",
    },
    {
      title: "Connect Confluence or Notion",
      text: "Give a space or a parent page. The Test button says which permission is missing.",
    },
    {
      title: "Run an analysis",
      text: "See what was found, then let each channel be checked every 5 minutes to once a day.",
    },
  ],
  questions: [
    {
      question: "Does it read direct messages?",
      answer: "No. It reads the channels you switch on, and only those the app was invited to.",
    },
    {
      question: "Will it post in our channels?",
      answer:
        "Not unless you want it to. Articles go to your knowledge base; for a channel of your choice it can ask the person who answered, once in the thread, whether to publish.",
    },
    {
      question: "Does it work with a free Slack workspace?",
      answer:
        "Yes, as far back as Slack shows history to apps. A regular analysis keeps answers that Slack would hide later.",
    },
  ],
};
