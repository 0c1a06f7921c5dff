import * as z from "zod";
import type { RepositoryAddress } from "../address.ts";
import { chooseCurrentRequest } from "./github.ts";
import { type CallContext, createRequestCalls } from "./request-calls.ts";
import { type ChangeRequest, type ChangeRequestHost, readTime } from "./request-host.ts";

const merge = z.object({ iid: z.int(), web_url: z.url(), state: z.enum(["opened", "closed", "locked", "merged"]) });
const closedMerge = z.object({
  closed_by: z.nullish(z.object({ name: z.string() })),
  closed_at: z.nullish(z.string()),
});
const commits = z.array(z.object({ author_email: z.string() }));
const MOST_COMMITS = 100;

/** https://docs.gitlab.com/api/merge_requests/ */
export function openGitlab(context: CallContext, { name }: RepositoryAddress): ChangeRequestHost {
  const calls = createRequestCalls(context);
  const merges = `/projects/${encodeURIComponent(name)}/merge_requests`;
  return {
    word: context.word,
    async newest(branch) {
      const query = new URLSearchParams({ state: "all", source_branch: branch, per_page: "100" });
      return chooseCurrentRequest((await calls.ask("GET", `${merges}?${query}`, z.array(merge))).map(requestOf));
    },
    open: async ({ branch, base }, { title, text: description }) => {
      const asked = { source_branch: branch, target_branch: base, title, description, remove_source_branch: true };
      return requestOf(await calls.ask("POST", merges, merge, asked));
    },
    change: ({ number }, { title, text: description }) =>
      calls.tell("PUT", `${merges}/${number}`, { title, description }),
    close: ({ number }) => calls.tell("PUT", `${merges}/${number}`, { state_event: "close" }),
    async closing({ number }) {
      const { closed_by: person, closed_at: at } = await calls.ask("GET", `${merges}/${number}`, closedMerge);
      return { by: person?.name ?? null, at: readTime(at) };
    },
    async authors({ number }) {
      const all = await calls.ask("GET", `${merges}/${number}/commits?per_page=${MOST_COMMITS}`, commits);
      return all.length < MOST_COMMITS ? all.map(({ author_email: email }) => email) : null;
    },
    proveOpening: (base) =>
      calls.expectRefused("POST", merges, { source_branch: base, target_branch: base, title: "Lorekeep" }),
  };
}

/** Converts a merge request; GitLab's state 'locked' means that it is being merged. */
function requestOf({ iid: number, web_url: url, state }: z.output<typeof merge>): ChangeRequest {
  return { number, url, state: state === "opened" || state === "locked" ? "open" : state };
}
