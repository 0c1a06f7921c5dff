import { ATLASSIAN_ACCOUNT, ENTER_ATLASSIAN_ACCOUNT } from "../atlassian-account.ts";
import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";
import { JIRA_SCOPES } from "./scopes.ts";

export const jiraManifest = defineManifest({
  id: "jira",
  name: KNOWLEDGE_NAMES.jira,
  kind: "knowledge",
  place: "project",
  fields: [
    {
      key: "baseUrl",
      label: "Jira Base URL",
      help: "The address of your Jira site. Also for a token with scopes: Atlassian's gateway is found by it.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/]+/,
      patternMessage: "Enter the whole address, starting with https://.",
      placeholder: "https://your-company.atlassian.net",
    },
    {
      key: "spaceId",
      label: "Project Key",
      help: "The letters before the number of an issue, such as KB in KB-12. Articles become issues of the type Task; for another type add its name after a slash: KB/Article.",
      secret: false,
      required: true,
      pattern: /^[A-Za-z][A-Za-z0-9_]+\s*(\/\s*\S.*)?$/,
      patternMessage: "A project key has letters and digits only, such as KB; a type of issue follows after a slash.",
      placeholder: "KB",
    },
    ...ATLASSIAN_ACCOUNT,
  ],
  setupGuide: [
    {
      title: "Choose the project",
      text: "Each article becomes one issue: its title is the summary, its text the description. A project of its own keeps articles apart from work. The project key is the part before the number of each issue, the Jira Base URL the address of the site up to .atlassian.net.",
    },
    {
      title: "Choose who writes",
      text: "Issues are created by the account whose token you enter; a separate account or a service account keeps them apart. It needs the project permissions Browse projects, Create issues and Edit issues, for removed articles Transition issues, and Link issues and Add comments in the projects that conversations mention.",
    },
    {
      title: "Create an API token",
      text: `Open id.atlassian.com/manage-profile/security/api-tokens as that account and choose Create API token. A token with scopes, as every service account's is, needs the scopes ${JIRA_SCOPES.join(", ")} of Jira. Tokens expire after at most a year.`,
    },
    {
      title: "Check the type of issue",
      text: "The type must ask for nothing but a summary and a description, and have the field Labels. Test names other fields that it requires.",
    },
    ENTER_ATLASSIAN_ACCOUNT,
    {
      title: "Know what becomes of an article in Jira",
      text: "An issue that the conversation mentions, such as PAY-412, gets a web link to the article. Jira has no trash: the issue of a removed article is moved to a done status and gets the label lorekeep-removed; taking the label off brings it back. A description holds 32,767 characters; a longer article is not published and says so.",
    },
    {
      title: "For the knowledge base of Jira Service Management",
      text: "The articles that a service project shows to customers are pages of the Confluence space that is linked to it, not issues. Find the space under Project settings, Knowledge base, and connect it as Confluence instead.",
    },
  ],
  docsUrl: "https://developer.atlassian.com/cloud/jira/platform/basic-auth-for-rest-apis/",
});

export type JiraConfig = ConfigOf<typeof jiraManifest> & {
  /** The address that accepted the token in a check, if it differs from the entered address. */
  origin?: string | undefined;
};
