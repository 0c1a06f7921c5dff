/**
 * What knowledge platforms are called, by the id of their manifest, which takes its name from here. Apart from the manifests, so
 * that a page that only names platforms loads none of their forms and guides.
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
