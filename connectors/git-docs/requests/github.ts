import * as z from "zod";
import type { RepositoryAddress } from "../address.ts";
import { type CallContext, createRequestCalls } from "./request-calls.ts";
import type { ChangeRequest, RequestHost } from "./request-host.ts";

const pull = z.object({
  number: z.int(),
  html_url: z.url(),
  state: z.enum(["open", "closed"]),
  merged_at: z.nullish(z.string()),
});
const commits = z.array(z.object({ commit: z.object({ author: z.nullish(z.object({ email: z.string() })) }) }));
const MOST_COMMITS = 100;

export function buildApiAddress({ host, url }: RepositoryAddress): string {
  const { protocol } = new URL(url);
  if (host === "github.com") return "https://api.github.com";
  return host.endsWith(".ghe.com") ? `https://api.${host}` : `${protocol}//${host}/api/v3`;
}

/** https://docs.github.com/rest/pulls/pulls */
export function openGithub(context: CallContext, { name }: RepositoryAddress): RequestHost {
  const calls = createRequestCalls(context);
  const [owner = "", repository = ""] = name.split("/");
  const pulls = `/repos/${encodeURIComponent(owner)}/${encodeURIComponent(repository)}/pulls`;
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
