import * as z from "zod";
import type { RepositoryAddress } from "../address.ts";
import { type CallContext, createRequestCalls } from "./request-calls.ts";
import { type ChangeRequest, type ChangeRequestHost, readTime } from "./request-host.ts";

const pull = z.object({
  number: z.int(),
  html_url: z.url(),
  state: z.enum(["open", "closed"]),
  merged_at: z.nullish(z.string()),
});
const commits = z.array(z.object({ commit: z.object({ author: z.nullish(z.object({ email: z.string() })) }) }));
const MOST_COMMITS = 100;
/** Entries of some kinds have no time or no person. */
const timeline = z.array(
  z.object({
    event: z.nullish(z.string()),
    actor: z.nullish(z.object({ login: z.string() })),
    created_at: z.nullish(z.string()),
  }),
);

export const GITHUB_HEADERS = {
  accept: "application/vnd.github+json",
  "x-github-api-version": "2022-11-28",
  "user-agent": "Lorekeep",
};

export function buildApiAddress({ host, url }: Pick<RepositoryAddress, "host" | "url">): string {
  const { protocol } = new URL(url);
  if (host === "github.com") return "https://api.github.com";
  return host.endsWith(".ghe.com") ? `https://api.${host}` : `${protocol}//${host}/api/v3`;
}

/** https://docs.github.com/rest/pulls/pulls */
export function openGithub(context: CallContext, { name }: RepositoryAddress): ChangeRequestHost {
  const calls = createRequestCalls(context);
  const [owner = "", repository = ""] = name.split("/");
  const root = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}`;
  const pulls = `${root}/pulls`;
  return {
    word: context.word,
    async newest(branch) {
      const query = new URLSearchParams({ state: "all", head: `${owner}:${branch}`, per_page: "100" });
      const all = await calls.ask("GET", `${pulls}?${query}`, z.array(pull));
      return chooseCurrentRequest(all.map(requestOf));
    },
    open: async ({ branch, base }, { title, text }) =>
      requestOf(await calls.ask("POST", pulls, pull, { title, head: branch, base, body: text })),
    change: ({ number }, { title, text }) => calls.tell("PATCH", `${pulls}/${number}`, { title, body: text }),
    close: ({ number }) => calls.tell("PATCH", `${pulls}/${number}`, { state: "closed" }),
    // The right to pull requests is enough to read the timeline, unlike the issue itself, which also names the person.
    async closing({ number }) {
      const all = await calls.ask("GET", `${root}/issues/${number}/timeline?per_page=100`, timeline);
      const closed = all.findLast(({ event }) => event === "closed");
      return { by: closed?.actor?.login ?? null, at: readTime(closed?.created_at) };
    },
    async authors({ number }) {
      const all = await calls.ask("GET", `${pulls}/${number}/commits?per_page=${MOST_COMMITS}`, commits);
      return all.length < MOST_COMMITS ? all.map(({ commit }) => commit.author?.email ?? "") : null;
    },
    proveOpening: (base) => calls.expectRefused("POST", pulls, { title: "Lorekeep", head: base, base, body: "" }),
  };
}

function requestOf({ number, html_url: url, state, merged_at }: z.output<typeof pull>): ChangeRequest {
  return { number, url, state: merged_at ? "merged" : state };
}

/** Chooses the branch's open request, else its newest one; null when the branch has no request. */
export function chooseCurrentRequest(all: ChangeRequest[]): ChangeRequest | null {
  const newestFirst = all.toSorted((one, other) => other.number - one.number);
  return newestFirst.find(({ state }) => state === "open") ?? newestFirst[0] ?? null;
}
