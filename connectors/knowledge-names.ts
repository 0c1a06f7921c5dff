/**
 * The names of knowledge platforms by manifest id. The names are in a file of their own, so that a web page that only
 * shows names does not load the forms and guides of the manifests.
 */
export const KNOWLEDGE_NAMES = {
  confluence: "Confluence",
  notion: "Notion",
  "git-docs": "GitHub Wiki / docs repository",
  mediawiki: "MediaWiki",
  zendesk: "Zendesk",
  intercom: "Intercom",
  jira: "Jira",
  sharepoint: "SharePoint",
  servicenow: "ServiceNow",
} as const;

/** The hosts of repositories on which people can have an account of their own, by the name of the OAuth platform. */
export const HOST_NAMES = { github: "GitHub", gitlab: "GitLab" } as const;
