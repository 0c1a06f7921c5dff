import type { FastifyInstance, FastifyReply } from "fastify";
import { consentRoutes, type IssuedTokens, type OAuthApp, OAuthAuthority, OAuthRefusal } from "../oauth.ts";

export interface GitHostPerson {
  id: number;
  login: string;
  name: string | null;
}

export interface GitHostsOptions {
  github?: OAuthApp[];
  gitlab?: OAuthApp[];
  people: GitHostPerson[];
}

type Access = "none" | "read" | "write";

interface SignedInPerson extends GitHostPerson {
  accessTo(repository: string): Access;
}

/** The people of a host whose tokens come by OAuth. */
export interface HostAccounts {
  readonly authority: OAuthAuthority;
  /** The person of `Authorization: Bearer …`; null for a wrong, expired or revoked token. */
  findByHeader(authorization: string): SignedInPerson | null;
  find(token: string): SignedInPerson | null;
}

export interface GitHosts {
  readonly github: HostAccounts;
  readonly gitlab: HostAccounts;
  /** Changes what a person may do in every repository. Everybody may write at the start. */
  setAccess(login: string, access: Access): void;
}

const EIGHT_HOURS = 8 * 3_600;
const TWO_HOURS = 2 * 3_600;
const GITLAB_SCOPE = "api";

/** GitHub's and GitLab's OAuth servers. On both, a refresh ends the former tokens, and codes need their verifier. */
export function createGitHosts({ github = [], gitlab = [], people }: GitHostsOptions = { people: [] }): GitHosts {
  const access = new Map<string, Access>();
  const subjects = () => people.map(({ login }) => ({ id: login, name: login }));
  const strict = { subjects, graceMs: 0, endsFormerTokens: true, needsChallenge: true };
  const accountsOf = (authority: OAuthAuthority, scope?: string): HostAccounts => {
    const find = (token: string): SignedInPerson | null => {
      const grant = authority.find(token);
      const person = grant && people.find(({ login }) => login === grant.subject);
      if (!person || (scope && !grant.scopes.includes(scope))) return null;
      return { ...person, accessTo: () => access.get(person.login) ?? "write" };
    };
    return { authority, find, findByHeader: (header) => find(/^Bearer (.+)$/.exec(header)?.[1] ?? "") };
  };
  return {
    github: accountsOf(
      new OAuthAuthority({
        ...strict,
        apps: github,
        lifetime: EIGHT_HOURS,
        // A GitHub App has permissions, and its tokens have no scopes.
        scopes: [],
        tokenPrefix: { access: "ghu_", refresh: "ghr_" },
      }),
    ),
    gitlab: accountsOf(
      new OAuthAuthority({ ...strict, apps: gitlab, lifetime: TWO_HOURS, scopes: [GITLAB_SCOPE] }),
      GITLAB_SCOPE,
    ),
    setAccess: (login, to) => void access.set(login, to),
  };
}

/** The person of a Git request. `basic` is the decoded user and password. GitLab takes OAuth tokens with one user name only. */
export function findPerson({ github, gitlab }: GitHosts, basic: string): SignedInPerson | null {
  const [user = "", token = ""] = basic.split(":");
  return github.find(token) ?? (user === "oauth2" ? gitlab.find(token) : null);
}

type Form = Record<string, string | undefined>;

export function hostAccountRoutes(app: FastifyInstance, hosts: GitHosts): void {
  githubRoutes(app, hosts.github);
  gitlabRoutes(app, hosts.gitlab);
}

/** https://docs.github.com/apps/creating-github-apps/authenticating-with-a-github-app/generating-a-user-access-token-for-a-github-app */
function githubRoutes(app: FastifyInstance, accounts: HostAccounts): void {
  const { authority } = accounts;
  consentRoutes(app, "/login/oauth/authorize", "GitHub", authority);

  app.post<{ Body: Form }>("/login/oauth/access_token", async ({ body, headers }, reply) => {
    // Without this header the answer is no JSON.
    if (!headers.accept?.includes("application/json")) return reply.send("error=not_json");
    const isRenewal = body["grant_type"] === "refresh_token";
    try {
      const tokens = exchange(authority, body);
      return answerOf(tokens, { scope: "", refresh_token_expires_in: 15_811_200 });
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      // The status is 200 for errors, too.
      if (error.code === "invalid_client") return { error: "incorrect_client_credentials" };
      if (error.code === "bad_redirect_uri") return { error: "redirect_uri_mismatch" };
      return { error: isRenewal ? "bad_refresh_token" : "bad_verification_code" };
    }
  });

  app.get("/api/v3/user", async ({ headers }, reply) => {
    const person = accounts.findByHeader(headers.authorization ?? "");
    if (!person) return reply.code(401).send({ message: "Bad credentials" });
    return { id: person.id, login: person.login, name: person.name, email: null };
  });

  app.delete<{ Params: { id: string }; Body: { access_token?: string } }>(
    "/api/v3/applications/:id/token",
    async ({ params, body, headers }, reply) => {
      const given = Buffer.from(String(headers.authorization ?? "").replace(/^Basic /, ""), "base64").toString();
      const [id = "", secret = ""] = given.split(":");
      if (id !== params.id || !authority.isApp(id, secret)) return reply.code(404).send({ message: "Not Found" });
      return authority.revoke(body.access_token ?? "") ? reply.code(204).send() : reply.code(422).send({});
    },
  );
}

/** https://docs.gitlab.com/api/oauth2/ */
function gitlabRoutes(app: FastifyInstance, accounts: HostAccounts): void {
  const { authority } = accounts;
  consentRoutes(app, "/oauth/authorize", "GitLab", authority);

  app.post<{ Body: Form }>("/oauth/token", async ({ body }, reply) => {
    try {
      const tokens = exchange(authority, body);
      return answerOf(tokens, { scope: tokens.scopes.join(" "), created_at: Math.floor(Date.now() / 1000) });
    } catch (error) {
      if (!(error instanceof OAuthRefusal)) throw error;
      return error.code === "invalid_client"
        ? refuse(reply, 401, "invalid_client")
        : refuse(reply, 400, "invalid_grant");
    }
  });

  app.get("/api/v4/user", async ({ headers }, reply) => {
    const person = accounts.findByHeader(headers.authorization ?? "");
    if (!person) return reply.code(401).send({ message: "401 Unauthorized" });
    const { id, login, name } = person;
    return { id, username: login, name: name ?? login, commit_email: `${login}@commits.example` };
  });

  app.post<{ Body: Form }>("/oauth/revoke", async ({ body }, reply) => {
    if (!authority.isApp(body["client_id"] ?? "", body["client_secret"] ?? ""))
      return refuse(reply, 403, "unauthorized_client");
    authority.revoke(body["token"] ?? "");
    return {};
  });
}

/** GitHub's code needs no `grant_type`. */
function exchange(authority: OAuthAuthority, body: Form): IssuedTokens {
  const { client_id: id = "", client_secret: secret = "", grant_type: type, redirect_uri: back = "" } = body;
  if (type === "refresh_token") return authority.renew(id, secret, body["refresh_token"] ?? "");
  return authority.redeem(id, secret, body["code"] ?? "", back, body["code_verifier"]);
}

const answerOf = ({ access, refresh, lifetime }: IssuedTokens, more: object) => ({
  access_token: access,
  token_type: "bearer",
  expires_in: lifetime,
  refresh_token: refresh,
  ...more,
});

const refuse = (reply: FastifyReply, status: number, error: string) =>
  reply.code(status).send({ error, error_description: "refused" });
