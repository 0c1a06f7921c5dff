import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import * as z from "zod";
import type { GitHosts, HostAccounts } from "./host-accounts.ts";
import { type PullRequest, PullRequestRefused, type PullRequests } from "./pull-requests.ts";

interface ServedPullRequests {
  requests: Map<string, PullRequests>;
  token: string;
  pusherToken: string;
  hosts: GitHosts;
}

interface ApiAuthorization {
  /** The header in which the host takes tokens that people create, and what stands before them. */
  header: string;
  prefix: string;
  /** The host's people, with tokens by OAuth. */
  accounts?: HostAccounts | undefined;
}

type Params = Record<string, string>;

/** Returns the login that may use a repository's API with the token in these headers; otherwise sends the refusal and returns null. */
function findCaller(
  served: ServedPullRequests,
  { headers }: FastifyRequest,
  { header, prefix, accounts, repository }: ApiAuthorization & { repository: string },
  reply: FastifyReply,
): string | null {
  const given = String(headers[header] ?? "");
  const token = given.startsWith(prefix) ? given.slice(prefix.length) : "";
  if (token === served.token) return "lorekeep";
  const refuse = (status: number, message: string) => void reply.code(status).send({ message });
  const person = accounts?.findByHeader(String(headers.authorization ?? ""));
  if (!person) {
    refuse(token === served.pusherToken ? 403 : 401, "Bad credentials");
    return null;
  }
  const access = person.accessTo(repository);
  if (access === "write" || (access === "read" && reply.request.method === "GET")) return person.login;
  // A host does not tell people about repositories that they may not see.
  refuse(access === "read" ? 403 : 404, "Resource not accessible");
  return null;
}

const refusal = (reply: FastifyReply, error: unknown, codes: Record<PullRequestRefused["kind"], number>) => {
  if (!(error instanceof PullRequestRefused)) throw error;
  return reply.code(codes[error.kind]).send({ message: "Validation Failed" });
};

/**
 * The APIs for pull requests of GitHub Enterprise Server at /api/v3, Gitea at /api/v1 and GitLab at /api/v4, for the
 * same repositories.
 */
export function pullRequestRoutes(app: FastifyInstance, served: ServedPullRequests): void {
  app.addContentTypeParser("application/json", { parseAs: "string" }, (_request, text, done) => {
    done(null, text ? JSON.parse(String(text)) : undefined);
  });
  const header = "authorization";
  const { github } = served.hosts;
  pulls(app, served, { root: "/api/v3", header, prefix: "Bearer ", accounts: github, isGithub: true });
  pulls(app, served, { root: "/api/v1", header, prefix: "token ", isGithub: false });
  merges(app, served);
}

const opened = z.strictObject({ title: z.string().min(1), head: z.string(), base: z.string(), body: z.string() });
const changed = z.union([
  z.strictObject({ title: z.string().min(1), body: z.string() }),
  z.strictObject({ state: z.literal("closed") }),
]);

function pulls(
  app: FastifyInstance,
  served: ServedPullRequests,
  { root, isGithub, ...authorization }: ApiAuthorization & { root: string; isGithub: boolean },
): void {
  const path = `${root}/repos/:owner/:name/pulls`;
  const ask = (
    request: FastifyRequest,
    reply: FastifyReply,
    act: (requests: PullRequests, params: Params, by: string) => unknown,
  ) => {
    const params = request.params as Params;
    const repository = `${params.owner}/${params.name}.git`;
    const by = findCaller(served, request, { ...authorization, repository }, reply);
    if (by === null) return reply;
    const requests = served.requests.get(repository);
    return requests ? act(requests, params, by) : reply.code(404).send({ message: "Not Found" });
  };
  const view = (params: Params, { number, title, text, head, base, state }: PullRequest) => ({
    number,
    html_url: `http://git.example/${params.owner}/${params.name}/${isGithub ? "pull" : "pulls"}/${number}`,
    state: state === "open" ? "open" : "closed",
    ...(isGithub ? { merged_at: state === "merged" ? "2026-01-01T00:00:00Z" : null } : { merged: state === "merged" }),
    title,
    body: text,
    head: { ref: head },
    base: { ref: base },
  });
  app.get(path, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const query = request.query as { state?: string; head?: string; page?: string };
      if (query.state !== "all" || (isGithub && !query.head?.startsWith(`${params.owner}:`)))
        return reply.code(422).send({ message: "Validation Failed" });
      const all = requests.list().filter(({ head }) => !isGithub || query.head === `${params.owner}:${head}`);
      return Number(query.page ?? 1) > 1 ? [] : all.map((one) => view(params, one));
    }),
  );
  app.post(path, (request, reply) =>
    ask(request, reply, (requests, params, by) => {
      const { body, ...fields } = opened.parse(request.body);
      try {
        return reply.code(201).send(view(params, requests.open({ ...fields, text: body, by })));
      } catch (error) {
        return refusal(reply, error, { same: 422, exists: isGithub ? 422 : 409, invalid: 422 });
      }
    }),
  );
  app.patch(`${path}/:number`, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const found = requests.get(Number(params.number));
      const change = changed.parse(request.body);
      if ("state" in change) requests.close(found.number);
      else Object.assign(found, { title: change.title, text: change.body });
      return view(params, found);
    }),
  );
  app.get(`${path}/:number/commits`, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const { head } = requests.get(Number(params.number));
      return requests.repository.authorsOf(head).map((email) => ({ commit: { author: { email } } }));
    }),
  );
  app.get(`${root}/repos/:owner/:name/issues/:number/timeline`, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const { closed } = requests.get(Number(params.number));
      if (isGithub) return [{ event: "committed", sha: "1" }, ...(closed ? [githubClosing(closed)] : [])];
      return [null, ...(closed ? [{ type: "close", user: { login: closed.by }, created_at: closed.at }] : [])];
    }),
  );
}

const githubClosing = ({ by, at }: { by: string; at: string }) => ({
  event: "closed",
  actor: { login: by },
  created_at: at,
});

const openedMerge = z.strictObject({
  title: z.string().min(1),
  source_branch: z.string(),
  target_branch: z.string(),
  description: z.string().optional(),
  remove_source_branch: z.boolean().optional(),
});
const changedMerge = z.union([
  z.strictObject({ title: z.string().min(1), description: z.string() }),
  z.strictObject({ state_event: z.literal("close") }),
]);

function merges(app: FastifyInstance, served: ServedPullRequests): void {
  const path = "/api/v4/projects/:project/merge_requests";
  const ask = (
    request: FastifyRequest,
    reply: FastifyReply,
    act: (requests: PullRequests, params: Params, by: string) => unknown,
  ) => {
    const params = request.params as Params;
    const repository = `${params.project}.git`;
    const authorization = { header: "private-token", prefix: "", accounts: served.hosts.gitlab, repository };
    const by = findCaller(served, request, authorization, reply);
    if (by === null) return reply;
    const requests = served.requests.get(repository);
    return requests ? act(requests, params, by) : reply.code(404).send({ message: "404 Project Not Found" });
  };
  const view = ({ project }: Params, { number, title, text, head, base, state }: PullRequest) => ({
    iid: number,
    web_url: `http://git.example/${project}/-/merge_requests/${number}`,
    state: state === "open" ? "opened" : state,
    title,
    description: text,
    source_branch: head,
    target_branch: base,
  });
  app.get(path, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const { source_branch: branch } = request.query as { source_branch?: string };
      return requests
        .list()
        .filter(({ head }) => head === branch)
        .map((one) => view(params, one));
    }),
  );
  app.post(path, (request, reply) =>
    ask(request, reply, (requests, params, by) => {
      const {
        source_branch: head,
        target_branch: base,
        title,
        description: text = "",
      } = openedMerge.parse(request.body);
      try {
        return reply.code(201).send(view(params, requests.open({ head, base, title, text, by })));
      } catch (error) {
        return refusal(reply, error, { same: 409, exists: 409, invalid: 400 });
      }
    }),
  );
  app.get(`${path}/:number`, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const found = requests.get(Number(params.number));
      const { by, at } = found.closed ?? {};
      return { ...view(params, found), closed_by: by ? { name: by } : null, closed_at: at ?? null };
    }),
  );
  app.put(`${path}/:number`, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const found = requests.get(Number(params.number));
      const change = changedMerge.parse(request.body);
      if ("state_event" in change) requests.close(found.number);
      else Object.assign(found, { title: change.title, text: change.description });
      return view(params, found);
    }),
  );
  app.get(`${path}/:number/commits`, (request, reply) =>
    ask(request, reply, (requests, params) => {
      const { head } = requests.get(Number(params.number));
      return requests.repository.authorsOf(head).map((email) => ({ author_email: email }));
    }),
  );
}
