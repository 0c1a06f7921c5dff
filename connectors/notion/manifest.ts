import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";

export const notionManifest = defineManifest({
  id: "notion",
  name: KNOWLEDGE_NAMES.notion,
  kind: "knowledge",
  place: "page",
  pageTree: true,
  provesByPage: true,
  connect: {
    label: "Connect with Notion",
    field: "apiKey",
    text: "Notion asks which pages Lorekeep may use and leads back here. Choose the page under which articles are to be written.",
    own: "integration token",
  },
  fields: [
    {
      key: "baseUrl",
      label: "Notion Page URL (optional)",
      help: "The address of the page, only for your own reference.",
      secret: false,
      required: false,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://www.notion.so/your-workspace/Knowledge-…",
    },
    {
      key: "spaceId",
      label: "Parent Page ID",
      help: "The 32-character page ID of the page under which articles are written: the end of its address.",
      secret: false,
      required: true,
      pattern: /[0-9a-f]{32}|[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/i,
      patternMessage: "A page ID has 32 characters, digits and the letters a to f.",
      placeholder: "32-character page ID",
    },
    {
      key: "apiKey",
      label: "Integration Token",
      help: "The internal integration secret of your Notion integration.",
      secret: true,
      required: true,
      placeholder: "ntn_…",
    },
  ],
  setupGuide: [
    {
      title: "Create an integration",
      text: "Open notion.so/my-integrations, choose New integration and let it read, insert and update content, and comments.",
    },
    {
      title: "Copy its token",
      text: "It is called the internal integration secret and starts with ntn_ or secret_.",
    },
    {
      title: "Share the page with it",
      text: "Open the page under which articles are to be written, choose the menu with the three dots, Connections, and add the integration. Without this step Notion says that the page does not exist.",
    },
    {
      title: "Copy the page ID",
      text: "The Parent Page ID is the last 32 characters of the page's address, before any question mark.",
    },
  ],
  docsUrl: "https://developers.notion.com/docs/create-a-notion-integration",
});

export type NotionConfig = ConfigOf<typeof notionManifest>;
