import type { ToolPage } from "../tool-page.ts";

export const slackToServicenowKb: ToolPage = {
  urlSlug: "slack-to-servicenow-kb",
  pageType: "tool-specific",
  toolName: "Slack to ServiceNow knowledge",
  shortDesc: "Slack answers as ServiceNow-ready articles; the connection itself is planned.",
  targetAudience: "IT service teams on ServiceNow and Slack",
  useCase: "Slack threads an IT desk should own",
  exportTarget: "Confluence, Notion, ServiceNow (planned)",
  title: "Slack to ServiceNow knowledge base",
  description:
    "Turn Slack help threads into knowledge articles for ServiceNow. Reading Slack works today; publishing to ServiceNow is planned, with Confluence and Notion meanwhile.",
  keywords:
    "slack to servicenow, servicenow knowledge base slack, servicenow knowledge articles, it service desk slack",
  heading: "The incident was closed in Slack. Write the article.",
  intro:
    "Users skip the portal and ask in #it-help. The desk helps there, and the incident, if there is one, says ‘resolved with user’. Lorekeep writes the article that ServiceNow never got.",
  notYet:
    "ServiceNow is planned as a target and not built. Articles go to Confluence or Notion today, or stay in Lorekeep’s library.",
  example: {
    where: "#it-help",
    who: "Noor",
    at: "08:37",
    message: "Certificate renewed but Wi-Fi still fails? Forget the network once. It caches the old one.",
    sentence: "If Wi-Fi fails after the certificate’s renewal, forget the network once.",
  },
  features: [
    {
      title: "Symptom, cause, resolution",
      text: "The order a knowledge article needs, taken from the order in which people talked.",
    },
    {
      title: "#it-help in full",
      text: "Slack is fully supported: public channels, private ones you invite it to, threads, edits, deletions.",
    },
    {
      title: "Duplicates joined",
      text: "Twelve users with one certificate problem make one article with twelve witnesses.",
    },
  ],
  specificUseCases: [
    { title: "Certificates and VPN", text: "The yearly renewal, and the two steps everyone forgets." },
    { title: "New laptops", text: "What breaks after enrolment, and the order in which to fix it." },
    { title: "Shadow incidents", text: "Problems solved in chat without a ticket. Now they leave a trace." },
  ],
  steps: [
    { title: "Connect #it-help", text: "Create the Slack app with the listed scopes and invite it." },
    { title: "Pick today’s target", text: "Confluence or Notion, in a space the desk reads." },
    { title: "Review by confidence", text: "Sure ones first. Each sentence links to its Slack message." },
    { title: "Move to ServiceNow", text: "By hand for now: an article is plain text with headings and lists." },
  ],
  questions: [
    {
      question: "When does the ServiceNow connection come?",
      answer: "It is planned. We give no date until it is in test.",
    },
    { question: "Does it read incidents from ServiceNow?", answer: "No. Lorekeep reads chat." },
    { question: "Can I export articles?", answer: "They are pages in Confluence or Notion, which both export." },
  ],
};
