import { MissingPermission } from "../errors.ts";

/** The prefix of the branches that Lorekeep makes. */
export const OWN_BRANCH_PREFIX = "lorekeep/";
export const HEADS_PREFIX = "refs/heads/";

/** The branches that the server reports. */
export interface RemoteRefs {
  /** The default branch and its newest commit. */
  branch: string;
  oid: string;
  /** The newest commits of our own branches, by name. */
  own: Map<string, string>;
}

export function readRefs(refs: { ref: string; oid: string; target?: string | undefined }[]): RemoteRefs {
  const head = refs.find(({ ref }) => ref === "HEAD");
  const branch = head?.target ?? refs.find(({ ref, oid }) => ref.startsWith(HEADS_PREFIX) && oid === head?.oid)?.ref;
  if (!head || !branch)
    throw new MissingPermission(
      "The repository is empty: its default branch has no commit yet. Write a first page or file in the browser.",
      "a first commit",
    );
  const own = refs.filter(({ ref }) => ref.startsWith(HEADS_PREFIX + OWN_BRANCH_PREFIX));
  return {
    branch: branch.slice(HEADS_PREFIX.length),
    oid: head.oid,
    own: new Map(own.map(({ ref, oid }) => [ref.slice(HEADS_PREFIX.length), oid])),
  };
}
