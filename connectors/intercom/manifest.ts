import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";

export const intercomManifest = defineManifest({
  id: "intercom",
  name: KNOWLEDGE_NAMES.intercom,
  kind: "knowledge",
  place: "collection",
  pageTree: true,
  fields: [
    {
      key: "baseUrl",
      label: "Intercom URL",
      help: "The address at which you open Intercom: it says whether your workspace is in the US, the EU or Australia.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://app.intercom.com",
    },
    {
      key: "spaceId",
      label: "Collection ID",
      help: "The number of the help center collection that takes the articles.",
      secret: false,
      required: true,
      pattern: /^\d+$|\/collections?\/\d+/,
      patternMessage: "A collection ID is a number: the one behind /collections/ in the collection's address.",
      placeholder: "1234567",
    },
    {
      key: "apiKey",
      label: "Access Token",
      help: "The access token of an app of your workspace.",
      secret: true,
      required: true,
      pattern: /^\S+$/,
      patternMessage: "A token has no blanks.",
      placeholder: "dG9rOj…",
    },
  ],
  setupGuide: [
    {
      title: "Choose who writes",
      text: "Articles are in the name of the teammate who makes the app. A separate teammate keeps them apart.",
    },
    {
      title: "Create an app",
      text: "Open app.intercom.com/a/developer-signup or Settings, Integrations, Developer Hub, choose New app, and that it is for your own workspace.",
    },
    {
      title: "Give it what it needs",
      text: "On the app's page under Configure, Authentication choose the permissions Read admins and Read and write articles. It needs no others.",
    },
    {
      title: "Copy its access token",
      text: "It is on the same page. Whoever has it acts as the app: keep it secret.",
    },
    {
      title: "Find the collection",
      text: "Open the collection in your help center: the collection ID is the number after /collections/ in the address. The Intercom URL is the address at which you work in Intercom.",
    },
    {
      title: "Know where articles stand",
      text: "Each category gets a collection below yours, as the tree of categories has them; Intercom nests three deep, and what is deeper stands in your collection. Switch it off under Knowledge Integrations to keep all in one.",
    },
    {
      title: "Publish what customers may read",
      text: "A new article is a draft, which teammates see. Whoever wants customers to read it publishes it in Intercom; it is kept up to date from then on. A removed article becomes a draft with a last line that says so, and restoring it makes it what it was before.",
    },
  ],
  docsUrl: "https://developers.intercom.com/docs/build-an-integration/learn-more/authentication",
});

export type IntercomConfig = ConfigOf<typeof intercomManifest>;
