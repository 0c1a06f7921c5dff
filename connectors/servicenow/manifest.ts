import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";

export const servicenowManifest = defineManifest({
  id: "servicenow",
  name: KNOWLEDGE_NAMES.servicenow,
  kind: "knowledge",
  place: "knowledge base",
  fields: [
    {
      key: "baseUrl",
      label: "ServiceNow Instance URL",
      help: "The address of your instance.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://your-company.service-now.com",
    },
    {
      key: "spaceId",
      label: "Knowledge Base",
      help: "The title of the knowledge base that takes the articles, or its sys_id.",
      secret: false,
      required: true,
      placeholder: "IT",
    },
    {
      key: "account",
      label: "User",
      help: "Of an account that may write articles there; with OAuth the Client ID.",
      secret: false,
      required: false,
      isExtra: true,
      partOf: "apiKey",
      pattern: /^[^\s:]+$/,
      patternMessage: "A user has neither blanks nor colons.",
      placeholder: "lorekeep",
    },
    {
      key: "apiKey",
      label: "Password",
      help: "The password of this user; with OAuth the Client Secret.",
      secret: true,
      required: true,
      pattern: /^[^\s:]+:.+$/,
      patternMessage: "Enter the user and the password. Of an OAuth client, the Client ID and the Client Secret.",
    },
  ],
  setupGuide: [
    {
      title: "Create a user for Lorekeep",
      text: "Under User Administration, Users create a user such as lorekeep with a password and 'Web service access only'. Articles are in its name. Give it the role knowledge_admin; with knowledge alone everything works but restoring what was removed, since it does not see retired articles.",
    },
    {
      title: "Let it write",
      text: "Open Knowledge, Administration, Knowledge Bases and your knowledge base. Add a user criteria record with this user to Can Contribute; reading comes with it.",
    },
    {
      title: "Or sign in by OAuth",
      text: "Optional, where passwords are not wanted. Set the system property glide.oauth.inbound.client.credential.grant_type.enabled to true. Under System OAuth, Application Registry create an OAuth API endpoint for external clients, and name the user as its OAuth Application User. Its Client ID and Client Secret then take the place of user and password.",
    },
    {
      title: "Enter the knowledge base and the account",
      text: "The ServiceNow Instance URL is the address up to .service-now.com. The title as it is in the list of knowledge bases, then the user's name and the password.",
    },
    {
      title: "Publish what everybody may read",
      text: "A new article is a draft. Whoever wants others to read it publishes it in ServiceNow, through the workflow of the knowledge base, and it is kept up to date from then on. A removed article is retired with a last line that says so, and restoring it makes it what it was before.",
    },
    {
      title: "With article versioning",
      text: "ServiceNow changes no published version. Check the article out there: the new version gets what is new, and publishing it again is up to you. Or an administrator adds short_description and text to the system property glide.knowman.versioning.enable_minor_edits: then published articles are kept up to date without a new version.",
    },
  ],
  docsUrl: "https://www.servicenow.com/docs/csh?topicname=c_TableAPI.html",
});

export type ServicenowConfig = ConfigOf<typeof servicenowManifest>;
