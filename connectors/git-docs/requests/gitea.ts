import * as z from "zod";
import type { RepositoryAddress } from "../address.ts";
import { chooseCurrentRequest } from "./github.ts";
import { type CallContext, createRequestCalls } from "./request-calls.ts";
import { type ChangeRequest, type ChangeRequestHost, readTime } from "./request-host.ts";

const pull = z.object({
  number: z.int(),
  html_url: z.url(),
  state: z.enum(["open", "closed"]),
  merged: z.boolean(),
  head: z.object({ ref: z.string() }),
});
const commits = z.array(z.object({ commit: z.object({ author: z.nullish(z.object({ email: z.string() })) }) }));
const timeline = z.array(
  z.nullable(z.object({ type: z.string(), user: z.nullish(z.object({ login: z.string() })), created_at: z.string() })),
);
const PAGE = 50;
/** The pages of change requests that are read, newest first; a request beyond them counts as missing. */
const MOST_PAGES = 20;

/** https://docs.gitea.com/api/ : also works with Forgejo. */
export function openGitea(context: CallContext, { name }: RepositoryAddress): ChangeRequestHost {
  const calls = createRequestCalls(context);
  const root = `/repos/${name.split("/").map(encodeURIComponent).join("/")}`;
  const pulls = `${root}/pulls`;
  return {
    word: context.word,
    // Filters by branch after reading, because the API has no such filter.
    async newest(branch) {
      let newest: ChangeRequest | null = null;
      for (let page = 1; page <= MOST_PAGES; page += 1) {
        const list = await calls.ask("GET", `${pulls}?state=all&limit=${PAGE}&page=${page}`, z.array(pull));
        const ofBranch = list.filter(({ head }) => head.ref === branch).map(requestOf);
        newest = chooseCurrentRequest(newest ? [newest, ...ofBranch] : ofBranch);
        if (newest?.state === "open" || list.length === 0) break;
      }
      return newest;
    },
    open: async ({ branch, base }, { title, text }) =>
      requestOf(await calls.ask("POST", pulls, pull, { title, head: branch, base, body: text })),
    change: ({ number }, { title, text }) => calls.tell("PATCH", `${pulls}/${number}`, { title, body: text }),
    close: ({ number }) => calls.tell("PATCH", `${pulls}/${number}`, { state: "closed" }),
    async closing({ number }) {
      const all = await calls.ask("GET", `${root}/issues/${number}/timeline?limit=${PAGE}`, timeline);
      const closed = all.findLast((entry) => entry?.type === "close");
      return { by: closed?.user?.login ?? null, at: readTime(closed?.created_at) };
    },
    async authors({ number }) {
      const all = await calls.ask("GET", `${pulls}/${number}/commits?limit=${PAGE}`, commits);
      return all.length < PAGE ? all.map(({ commit }) => commit.author?.email ?? "") : null;
    },
    proveOpening: (base) => calls.expectRefused("POST", pulls, { title: "Lorekeep", head: base, base, body: "" }),
  };
}

function requestOf({ number, html_url: url, state, merged }: z.output<typeof pull>): ChangeRequest {
  return { number, url, state: merged ? "merged" : state };
}
