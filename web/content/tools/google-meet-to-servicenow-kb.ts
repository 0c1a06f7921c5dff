import type { ToolPage } from "../tool-page.ts";

export const googleMeetToServicenowKb: ToolPage = {
  urlSlug: "google-meet-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Google Meet and Chat to ServiceNow knowledge",
  shortDesc: "Articles from the Google Chat space of an incident call.",
  targetAudience: "IT teams on Google Workspace and ServiceNow",
  useCase: "Calls to document",
  exportTarget: "Confluence, Notion, ServiceNow",
  title: "Google Meet to ServiceNow knowledge base, via Chat",
  description:
    "Lorekeep reads the Google Chat space of an incident call and writes an article from its messages. ServiceNow gets it as a draft. Google Meet is not read.",
  keywords:
    "google meet servicenow, google chat to servicenow, incident call documentation, servicenow knowledge google workspace",
  heading: "Document incident calls from Google Chat",
  intro:
    "During an incident call, participants post the host name, the error, the command that helped and the recovery time. If they use a Google Chat space for it, Lorekeep documents the incident from that space.",
  notYet: "Lorekeep reads Google Chat, not Google Meet: no audio, no transcript, no messages typed inside a call.",
  example: {
    where: "Space: INC0042 bridge",
    who: "Aylin",
    at: "02:10",
    message: "db-7 is back after vacuum full on the queue table. Recovered 02:09.",
    sentence: "db-7 recovered at 02:09 after vacuum full on the queue table.",
  },
  features: [
    {
      title: "Exact values",
      text: "Host names, commands and times are copied exactly as they were typed.",
    },
    { title: "In chronological order", text: "Symptom, attempts and fix appear in the order of the messages." },
    { title: "Sources with times", text: "Each statement shows when it was posted, as incident reviews require." },
  ],
  specificUseCases: [
    { title: "Major incident", text: "Use one space per incident; each solution becomes an article." },
    { title: "Change window", text: "What was changed, when, and what to do if the problem returns." },
    { title: "Vendor call", text: "What the vendor agreed to, as noted during the call." },
  ],
  steps: [
    {
      title: "Keep a space beside the call",
      text: "Use a Google Chat space. The chat inside Google Meet is not read.",
    },
    { title: "Add the space to Lorekeep", text: "Choose it from the list under Monitored Collaboration Tools." },
    { title: "Analyze afterwards", text: "Run an analysis manually or let the space be checked on a schedule." },
    {
      title: "Publish the article",
      text: "It arrives in ServiceNow as a draft; the workflow of your knowledge base publishes it.",
    },
  ],
  questions: [
    {
      question: "Can you read Meet transcripts in Drive?",
      answer: "No. You can paste the relevant part into the space, where it is read like any other message.",
    },
    {
      question: "Can we use a space per incident?",
      answer: "Yes. Spaces can be added and removed at any time, within the limits of your plan.",
    },
    {
      question: "Does it fill ServiceNow’s knowledge template?",
      answer: "It fills short description and article body. Fields of a template of your own stay as you set them.",
    },
  ],
};
