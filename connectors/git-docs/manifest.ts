import { KNOWLEDGE_NAMES } from "../knowledge-names.ts";
import { type ConfigOf, defineManifest } from "../manifest.ts";

export const gitDocsManifest = defineManifest({
  id: "git-docs",
  name: KNOWLEDGE_NAMES["git-docs"],
  kind: "knowledge",
  fields: [
    {
      key: "baseUrl",
      label: "Repository URL",
      help: "The https address of the repository, or of its wiki: on GitHub, GitLab, Gitea, Bitbucket or a server of your own.",
      secret: false,
      required: true,
      pattern: /^https?:\/\/[^\s/@]+\/[^\s]+$/,
      patternMessage: "Enter the whole https address of the repository, without a user or a token in it.",
      placeholder: "https://github.com/your-company/handbook.wiki.git",
    },
    {
      key: "spaceId",
      label: "Folder",
      help: "The folder that takes the articles, such as docs/knowledge; a slash (/) for the top. It is made with the first article.",
      secret: false,
      required: true,
      placeholder: "/",
    },
    {
      key: "apiKey",
      label: "Access Token",
      help: "A token that may write the repository's contents; user:token where the server asks for the user, too.",
      secret: true,
      required: true,
      pattern: /^\S+$/,
      patternMessage: "A token has no blanks.",
      placeholder: "github_pat_…",
    },
    {
      key: "delivery",
      label: "How articles get there",
      help: "By pull request (a merge request on GitLab), somebody reads each article and each change before it is merged.",
      secret: false,
      required: false,
      isExtra: true,
      options: [
        { value: "", label: "Commit to the branch" },
        { value: "request", label: "By pull request" },
      ],
    },
    {
      key: "host",
      label: "Kind of server",
      help: "Recognised where the address names it, such as github.com. Choose it for a server of your own.",
      secret: false,
      required: false,
      isExtra: true,
      onlyWith: { field: "delivery", value: "request" },
      options: [
        { value: "", label: "Recognise it by the address" },
        { value: "github", label: "GitHub" },
        { value: "gitlab", label: "GitLab" },
        { value: "gitea", label: "Gitea or Forgejo" },
      ],
    },
  ],
  setupGuide: [
    {
      title: "Choose the repository",
      text: "The Repository URL is the address that it is cloned from by https. A wiki has a repository of its own: on GitHub and Gitea the repository's address with .wiki.git at its end. It exists only after somebody has written the wiki's first page in the browser. A repository of documents needs one commit.",
    },
    {
      title: "Create a token that may write there",
      text: "GitHub: a fine-grained personal access token for this repository with Contents: Read and write. GitLab: a project access token with the role Developer or higher and the scope write_repository. Gitea: a token with repository: Read and Write. Commits are pushed with it, so a separate account keeps them apart.",
    },
    {
      title: "Check the branch",
      text: "Articles are committed to the repository's default branch. If the branch is protected, allow the token's account to push to it.",
    },
    {
      title: "Choose how articles get there",
      text: "Optional. By pull request, each article has a branch of its own (lorekeep/…) and one open request until somebody merges it; changes of the article come onto the same branch, and what people commit there is kept. A request that is closed stays closed until the article changes or somebody asks for it. The token needs more for it. GitHub: also Pull requests: Read and write. GitLab: the scope api. Gitea and Forgejo: nothing more. A wiki takes no requests.",
    },
    {
      title: "Name the folder",
      text: "Each article becomes a Markdown file with front matter there. A slash stands for the top, which suits a wiki. Keep the block lorekeep in the front matter: by it the file is known again after it was moved or renamed.",
    },
    {
      title: "Know what Git keeps",
      text: "A removed article is moved to the folder .lorekeep/removed. Git keeps every earlier text in its history: what is deleted in the chat leaves the file, but not the older commits. By pull request it leaves the branch and the request at once, and the file when the request is merged; hosts keep closed requests, replaced commits and earlier titles for those who know where to look.",
    },
  ],
  docsUrl: "https://docs.github.com/communities/documenting-your-project-with-wikis/adding-or-editing-wiki-pages",
});

export type GitDocsConfig = ConfigOf<typeof gitDocsManifest> & {
  /** The author of commits that are made with a person's own account. */
  authorName?: string | undefined;
  authorEmail?: string | undefined;
};
