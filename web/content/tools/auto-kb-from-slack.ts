import type { ToolPage } from "../tool-page.ts";

export const autoKbFromSlack: ToolPage = {
  urlSlug: "auto-kb-from-slack",
  pageType: "tool-specific",
  toolName: "Knowledge base from Slack",
  shortDesc: "Slack threads that explain something become Confluence or Notion pages.",
  targetAudience: "teams that answer their questions in Slack",
  useCase: "Channels to start with",
  exportTarget: "Confluence, Notion",
  title: "Build a knowledge base from Slack automatically",
  description:
    "Lorekeep reads the Slack channels you choose, finds the threads that explain something and writes them up as Confluence or Notion pages with links back to each message.",
  keywords: "slack knowledge base, slack to confluence, slack to notion, slack wiki, document slack threads",
  heading: "Build a knowledge base from your Slack channels",
  intro:
    "Somebody asks in #help-vpn, a colleague answers, and twelve messages later the problem is solved. Lorekeep detects that thread, writes an article and publishes it to Confluence or Notion with a link to every message it was written from.",
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
      text: "Lorekeep analyzes whole conversations: who asked, who answered and whether it helped. Small talk and messages of bots are ignored.",
    },
    {
      title: "Only channels you pick",
      text: "A channel is read after you invite the app and turn it on. If the channel becomes private later, its articles are held back until you decide.",
    },
    {
      title: "Edits in Slack reach the page",
      text: "When a message is edited, the article is updated; a sentence that a person changed is put to you first. When a message is deleted, its sentences are removed.",
    },
  ],
  specificUseCases: [
    { title: "The help channel", text: "Repeated questions are answered with a link to the article." },
    { title: "The incident channel", text: "A fix found during an incident is documented the same day." },
    { title: "Years of history", text: "Import a Slack export as a ZIP file to include earlier explanations." },
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
      answer:
        "No. It reads the channels you switch on, and only those the app was invited to. What somebody writes to the app itself is answered and not kept.",
    },
    {
      question: "Will it post in our channels?",
      answer:
        "Only if you turn it on for a channel: then the app asks the person who answered, once in the thread, whether to publish the article.",
    },
    {
      question: "Does it work with a free Slack workspace?",
      answer: "Yes, as far back as Slack shows history to apps. Regular analysis keeps answers that Slack hides later.",
    },
  ],
};
