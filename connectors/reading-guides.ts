import type { ReadingFilterKind } from "./wiki-reading-filters.ts";

interface ReadingGuide {
  /** The rights that the account needs for reading. */
  needs: string;
  /** The number of requests that reading needs. */
  requests: string;
  /**
   * The steps with which a person makes the platform report changed pages immediately. Absent if the platform cannot.
   */
  events?: readonly string[];
  /** The reason why the platform cannot report changes, if people would expect it to. */
  withoutEvents?: string;
  /** Kinds of places that an admin can choose to be read; absent where there is nothing to choose. */
  choices?: readonly ReadingFilterKind[];
}

/**
 * The platforms whose pages can be read, by manifest id. This is not part of the manifests, which every web page loads,
 * because only the guides and the settings for reading use it.
 */
export const READING_GUIDES: Readonly<Record<string, ReadingGuide>> = {
  confluence: {
    needs:
      "The account must be allowed to view the spaces. A token with scopes needs no others than for publishing. Pages that are restricted to some people, and pages below them, are counted and never read, even if the account could open them.",
    requests: "Each look takes one request for 100 pages, and each changed page two.",
    withoutEvents: "Confluence Cloud tells changes at once only to apps that run on Atlassian's own platform.",
    choices: [
      {
        kind: "space",
        label: "Spaces",
        help: "None chosen: the space where articles are published.",
        isListed: true,
      },
      { kind: "label", label: "Labels", help: "Only pages with one of these labels, separated by commas. Empty: all." },
      {
        kind: "tree",
        label: "Page trees",
        help: "Only these pages and those below them: their addresses, separated by commas. Empty: all.",
      },
    ],
  },
  notion: {
    needs:
      "The integration needs the capability Read content, and reads every page that was shared with it (menu with the three dots, Connections), with all pages below. Notion does not say who else may open a page, so share only what everybody may read who gets answers.",
    requests:
      "Each look takes one request for 100 pages, and each changed page two, and one more for each table and nested list. Where pages are chosen, each page and database that has others below it takes one, too. Notion allows three a second.",
    choices: [
      {
        kind: "tree",
        label: "Pages and databases",
        help: "Only these with everything below them. None chosen: all that are shared with the integration.",
        isListed: true,
      },
    ],
    events: [
      "In Notion, open the integration's settings and choose Webhooks, then Create a subscription.",
      "Enter the address above and tick the events of pages, databases and data sources.",
      "Create the subscription. Within seconds the verification token appears here.",
      "Press Verify in Notion and enter the token there.",
    ],
  },
  "git-docs": {
    needs:
      "The token must be allowed to read the repository. Every Markdown file of the default branch is read, but for folders whose name begins with a dot, that tools fill, or that hold packages (node_modules, vendor, third_party, dist, build, out, target, coverage), and for change logs and licenses in folders. Everybody who may fetch a repository may read all of it. Answers show no date, because only the newest commit is fetched.",
    requests: "Each look fetches the newest commit if there is one; pages take no further requests.",
    choices: [
      {
        kind: "folder",
        label: "Folders to read",
        help: "Separated by commas, such as docs, handbook/hr. A folder that is left out otherwise is read when it is named. Empty: all.",
      },
      { kind: "not", label: "Folders to leave out", help: "Separated by commas, such as docs/archive." },
    ],
    events: [
      "Open the repository's settings at its host, and there Webhooks. Add one for pushes and pull requests (merge requests); of a wiki on GitHub, for Wikis as well.",
      "Enter the address and the secret. On GitHub, choose the content type application/json.",
      "Save it. The host sends a first event, or does so when you press its test.",
    ],
  },
  zendesk: {
    needs:
      "The account that publishes is enough. The published articles of the help center are read, in the language of the section. An article for everybody counts as open to all; one for signed-in people, or for agents and managers, is shown to owners and admins alone; one for any other user segment is counted and never read. Drafts and archived articles are left out.",
    requests:
      "Each look takes one request for 30 articles, and each changed article two. Where categories or sections are chosen, each of these requests takes one more.",
    choices: [
      {
        kind: "section",
        label: "Sections",
        help: "Only articles of these sections and those below them, or of the chosen categories. None chosen: all.",
        isListed: true,
      },
      {
        kind: "category",
        label: "Categories",
        help: "Articles of all sections of these categories, beside the chosen sections.",
        isListed: true,
      },
    ],
  },
  sharepoint: {
    needs:
      "The app that publishes is enough. The published pages of the site are read: text in all columns, and the words that SharePoint keeps of other web parts for its search. Microsoft Graph does not say which pages have permissions of their own, so answers from pages are for owners and admins alone. While somebody edits a page, what readers see of it stays.",
    requests: "Each look takes one request for 100 pages, and each changed page two.",
    choices: [
      {
        kind: "folder",
        label: "Folders",
        help: "Only pages in these folders of the library and those below them, separated by commas, such as Policies, HR/Leave. Empty: all.",
      },
    ],
  },
  intercom: {
    needs:
      "The app that publishes is enough. All published articles are read, in their first language. Intercom does not tell an app the audience of an article, so answers from them are for owners and admins alone. Drafts are left out.",
    requests:
      "Each look takes one request for 25 articles, and each changed article one. Where collections are chosen, each request for 25 articles takes one more.",
    choices: [
      {
        kind: "collection",
        label: "Collections",
        help: "Only articles of these collections and those below them. None chosen: all.",
        isListed: true,
      },
    ],
  },
  servicenow: {
    needs:
      "The user must be allowed to read the knowledge bases and, to choose them, their categories (kb_category). Published articles are read until the last day that they are valid. An article with user criteria or roles of its own is counted and never read. Whom the user criteria of the knowledge base admit cannot be matched with the people of a workspace, so answers from the others are for owners and admins alone.",
    requests: "Each look takes one request for 100 articles and one or two more, and each changed article one.",
    choices: [
      {
        kind: "base",
        label: "Knowledge bases",
        help: "None chosen: the knowledge base where articles are published.",
        isListed: true,
      },
      {
        kind: "category",
        label: "Categories",
        help: "Only articles of these categories and those below them. None chosen: all.",
        isListed: true,
      },
    ],
  },
  mediawiki: {
    needs:
      "The account must be allowed to read the wiki. Pages are read as the wiki renders them. MediaWiki has no restrictions for reading single pages.",
    requests:
      "Each look takes one request for 100 pages, and each changed page one. Where categories or namespaces are chosen, each request for 100 pages takes one or two more.",
    choices: [
      {
        kind: "category",
        label: "Categories",
        help: "Only pages in one of these categories. Categories below them are chosen by themselves. None chosen: all pages.",
        isListed: true,
      },
      { kind: "namespace", label: "Namespaces", help: "None chosen: the main namespace.", isListed: true },
    ],
  },
};
