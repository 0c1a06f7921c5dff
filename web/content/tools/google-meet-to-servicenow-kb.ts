import type { ToolPage } from "../tool-page.ts";

export const googleMeetToServicenowKb: ToolPage = {
  urlSlug: "google-meet-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Google Meet and Chat to ServiceNow knowledge",
  shortDesc: "From the Google Chat space of an incident call to an article.",
  targetAudience: "IT teams on Google Workspace and ServiceNow",
  useCase: "Calls that leave text behind",
  exportTarget: "Confluence, Notion, ServiceNow (planned)",
  title: "Google Meet to ServiceNow knowledge base, via Chat",
  description:
    "Incident calls happen in Meet, their facts are typed in Google Chat. Lorekeep reads the Chat space and writes the article. ServiceNow as a target is planned.",
  keywords:
    "google meet servicenow, google chat to servicenow, incident call documentation, servicenow knowledge google workspace",
  heading: "The bridge call ends. Its chat is the report.",
  intro:
    "During an incident call, people type: the host name, the error, the command that helped, the time it recovered. Typed in a Google Chat space, that is a record. Lorekeep turns it into an article.",
  notYet:
    "Lorekeep reads Google Chat, not Google Meet: no audio, no transcript, no messages typed inside a call. Publishing to ServiceNow is planned.",
  example: {
    where: "Space: INC0042 bridge",
    who: "Aylin",
    at: "02:10",
    message: "db-7 is back after vacuum full on the queue table. Recovered 02:09.",
    sentence: "db-7 recovered at 02:09 after vacuum full on the queue table.",
  },
  features: [
    {
      title: "Exact by nature",
      text: "Host names, commands and times are copied as typed, which no transcript of a call can promise.",
    },
    { title: "In order", text: "Symptom, attempts, fix. The sequence of the messages is the sequence of the article." },
    { title: "Sources with times", text: "Each line shows when it was typed, which is what a review asks for." },
  ],
  specificUseCases: [
    { title: "Major incident", text: "A space per incident, an article per fix." },
    { title: "Change window", text: "What was done at 02:10, and what to do if it happens again." },
    { title: "Vendor call", text: "What they promised, typed while they said it." },
  ],
  steps: [
    { title: "Keep a space beside the call", text: "Use Google Chat, not the chat inside Meet: that one is not read." },
    { title: "Add the space to Lorekeep", text: "Choose it from the list under Monitored Collaboration Tools." },
    { title: "Analyse when it is over", text: "By hand, or by the schedule you set for the space." },
    { title: "File the article", text: "In Confluence or Notion today; carry it to ServiceNow yourself." },
  ],
  questions: [
    {
      question: "Can you read Meet transcripts in Drive?",
      answer: "No. Paste the part you need into the space and it is read like any message.",
    },
    {
      question: "Is a space per incident too much?",
      answer: "No. Channels can be added and removed; on Enterprise their number is not limited.",
    },
    {
      question: "Does it fill ServiceNow’s knowledge template?",
      answer: "Not yet. Articles have a summary, steps and notes that map onto it.",
    },
  ],
};
