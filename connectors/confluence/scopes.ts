/**
 * The scope that a scoped token needs for each kind of call, from Atlassian's API descriptions
 * (`x-atlassian-oauth2-scopes`). A token without scopes may do everything that its account may do.
 */
export const SCOPES_BY_USE = {
  account: "read:content-details:confluence",
  readSpace: "read:space:confluence",
  readPage: "read:page:confluence",
  writePage: "write:page:confluence",
  deletePage: "delete:page:confluence",
  label: "read:label:confluence and write:label:confluence",
  readComment: "read:comment:confluence",
  writeComment: "write:comment:confluence",
  deleteComment: "delete:comment:confluence",
} as const;

export type ScopeUse = keyof typeof SCOPES_BY_USE;

/** Our purpose for each scope. People see it after the scope's name. */
export const SCOPE_PURPOSE: Record<ScopeUse, string> = {
  account: "to see whose token it is",
  readSpace: "to find the space",
  readPage: "to read pages",
  writePage: "to add and change pages",
  deletePage: "to remove pages",
  label: "to label pages",
  readComment: "for comments",
  writeComment: "for comments",
  deleteComment: "for comments",
};

/** Names the scopes for a kind of call: 'the scope a', 'the scopes a and b'. */
export function describeScopesOfUse(use: ScopeUse): string {
  return `the ${SCOPES_BY_USE[use].includes(" and ") ? "scopes" : "scope"} ${SCOPES_BY_USE[use]}`;
}
