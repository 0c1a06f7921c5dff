/**
 * Names of the knowledge platforms by manifest id; the manifests use them too. They are separate so that a page that only names
 * platforms does not load the manifests' forms and guides.
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
