import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isEmail } from "../../shared/domain/people.ts";
import { PLANS } from "../../shared/domain/plans.ts";
import type { Env } from "../env.ts";
import { html } from "./html.ts";
import { RENEW_SCRIPT } from "./renew-script.ts";

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

type Encoding = "br" | "gzip" | "identity";
const TYPES = {
  html: "text/html; charset=utf-8",
  xml: "application/xml; charset=utf-8",
  txt: "text/plain; charset=utf-8",
};

/** A page that `vite build` has drawn, kept in memory with the operator's facts filled in, and compressed when first asked for. */
export class SitePage {
  readonly text: string;
  readonly #type: string;
  readonly #policy: string | undefined;
  readonly #kept = new Map<Encoding, Promise<{ body: Buffer; tag: string }>>();

  constructor(text: string, type: keyof typeof TYPES, policy?: string) {
    this.text = text;
    this.#type = TYPES[type];
    this.#policy = policy;
  }

  /** `isSame` says that everybody gets this answer at this address; otherwise it depends on who is signed in. */
  async send(
    request: FastifyRequest,
    reply: FastifyReply,
    { status = 200, isSame = true } = {},
  ): Promise<FastifyReply> {
    const encoding = bestEncoding(request.headers["accept-encoding"]);
    const { body, tag } = await this.#as(encoding);
    reply
      .code(status)
      .type(this.#type)
      .header("vary", isSame ? "Accept-Encoding" : "Accept-Encoding, Cookie")
      .header("cache-control", isSame && status === 200 ? "public, max-age=300" : "private, no-cache")
      .header("etag", tag);
    if (this.#policy) reply.header("content-security-policy", this.#policy);
    if (status === 200 && request.headers["if-none-match"]?.split(/,\s*/).includes(tag)) return reply.code(304).send();
    if (encoding !== "identity") reply.header("content-encoding", encoding);
    return reply.send(body);
  }

  /** With facts of this one request; not kept. */
  sendFilled(reply: FastifyReply, status: number, facts: Record<string, string>): FastifyReply {
    if (this.#policy) reply.header("content-security-policy", this.#policy);
    return reply.code(status).type(this.#type).header("cache-control", "no-store").send(fillIn(this.text, facts));
  }

  #as(encoding: Encoding) {
    const known = this.#kept.get(encoding) ?? this.#compress(encoding);
    this.#kept.set(encoding, known);
    return known;
  }

  async #compress(encoding: Encoding) {
    const plain = Buffer.from(this.text);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    const body = encoding === "br" ? await brotli(plain, quality) : encoding === "gzip" ? await zip(plain) : plain;
    return { body, tag: `"${createHash("sha256").update(body).digest("base64url").slice(0, 22)}"` };
  }
}

/** The best of what the browser takes; 'br;q=0' is a refusal. */
function bestEncoding(accepted = ""): Encoding {
  const takes = (name: string) =>
    new RegExp(`(?:^|[\\s,])${name}(?!\\s*;\\s*q=0(?:\\.0*)?(?:$|[\\s,]))(?=$|[\\s,;])`).test(accepted);
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : "identity";
}

export type Site = ReadonlyMap<string, SitePage>;

/** What the build has drawn, by file name. Empty while nothing is built. */
export function readSite(folder: string, env: Env): Site {
  const facts = operatorFacts(env);
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return new Map();
  }
  return new Map(
    names.map((name) => {
      const text = fillIn(readFileSync(join(folder, name), "utf8"), facts);
      const type = name.split(".").at(-1) as keyof typeof TYPES;
      const hosts = name.startsWith("signup.") ? cardHosts(env) : {};
      return [name, new SitePage(text, type, type === "html" ? policyOf(text, env, hosts) : undefined)];
    }),
  );
}

/** Other hosts that a page may load scripts from, show in a frame and call. */
interface OtherHosts {
  script?: readonly string[];
  frame?: readonly string[];
  connect?: readonly string[];
}

/** What a page needs that takes a card: the payment provider's library and its frames, or those of a stand-in. */
function cardHosts({ STRIPE_PUBLISHABLE_KEY, STRIPE_SCRIPT_URL }: Env): OtherHosts {
  if (!STRIPE_PUBLISHABLE_KEY) return {};
  if (STRIPE_SCRIPT_URL) {
    const standIn = [new URL(STRIPE_SCRIPT_URL).origin];
    return { script: standIn, frame: standIn, connect: standIn };
  }
  const library = ["https://js.stripe.com", "https://*.js.stripe.com"];
  return { script: library, frame: [...library, "https://hooks.stripe.com"], connect: ["https://api.stripe.com"] };
}

/** Only the scripts and styles in this page run; data blocks are no scripts. */
function policyOf(text: string, env: Env, { script = [], frame = [], connect = [] }: OtherHosts = {}): string {
  const hashes = (tag: "script" | "style") =>
    [...text.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"))].map(
      ([, code = ""]) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`,
    );
  const counter = env.ANALYTICS_SCRIPT_URL ? [new URL(env.ANALYTICS_SCRIPT_URL).origin] : [];
  return [
    "default-src 'self'",
    ["script-src 'self'", ...hashes("script"), ...counter, ...script].join(" "),
    ["style-src 'self'", ...hashes("style")].join(" "),
    ["img-src 'self' data:", ...counter].join(" "),
    ["connect-src 'self'", ...counter, ...connect].join(" "),
    ...(frame.length > 0 ? [["frame-src", ...frame].join(" ")] : []),
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/** What only the operator knows. A fact that is not set shows as a placeholder in brackets. */
function operatorFacts(env: Env): Record<string, string> {
  const host = new URL(env.PUBLIC_URL).hostname;
  const support = env.SUPPORT_EMAIL ?? `support@${host}`;
  return {
    ORIGIN: env.PUBLIC_URL,
    SUPPORT_EMAIL: support,
    LEGAL_EMAIL: env.LEGAL_EMAIL ?? support,
    COMPANY: env.LEGAL_COMPANY ?? "[the operator’s name]",
    ADDRESS: env.LEGAL_ADDRESS ?? "[the operator’s postal address]",
    JURISDICTION: env.LEGAL_JURISDICTION ?? "[the operator’s jurisdiction]",
    SUBPROCESSORS: env.LEGAL_SUBPROCESSORS ?? "[the operator’s list of sub-processors; none is set]",
  };
}

/** Unknown names stay as they are: the request fills them in. */
function fillIn(text: string, facts: Record<string, string>): string {
  return text.replace(/\{\{([A-Z_]+)\}\}/g, (mark, name: string) => {
    const fact = facts[name];
    return fact === undefined ? mark : html`${fact}`.value;
  });
}

/** Facts of /signup-success, from its query. Whatever is no address or no plan is not repeated. */
export function signUpFacts({ email, plan }: Record<string, unknown>): Record<string, string> {
  const isAddress = typeof email === "string" && isEmail(email);
  const chosen = PLANS.find(({ id }) => id === plan);
  return {
    EMAIL: isAddress ? email : "your address",
    PLAN_ACTIVATED: chosen ? `${chosen.name} Plan Activated` : "",
  };
}

/** For people who are signed in, the plans of the pricing page lead to their own. */
export function forSignedIn(page: SitePage, env: Env): SitePage {
  const text = page.text
    .replaceAll('href="/signup?plan=', 'href="/settings/subscription?plan=')
    .replace("</body>", () => `<script>${RENEW_SCRIPT}</script></body>`);
  return new SitePage(text, "html", policyOf(text, env));
}

/** And whose account is expired learns what can be done without renewing. */
function forExpired(page: SitePage, env: Env): SitePage {
  const way = `<p class="quiet">Not renewing? <a href="/account-expired">Export your data or delete the account</a></p>`;
  const text = page.text.replace("</main>", () => `${way}</main>`);
  return new SitePage(text, "html", policyOf(text, env));
}

/** /signup with the plan of its query chosen; undefined while nothing is built. */
export function signUpWithPlan(site: Site, { plan }: Record<string, unknown>): SitePage | undefined {
  return (typeof plan === "string" ? site.get(`signup.${plan}.html`) : undefined) ?? site.get("signup.html");
}

/** The files of a site that are pages with an address of their own. */
export function publicPaths(site: Site): readonly { path: string; file: string }[] {
  return [...site.keys()]
    .filter(
      (file) =>
        !["index.html", "pricing.html", "signup-success.html", "not-found.html", "tool-not-found.html"].includes(
          file,
        ) && !file.startsWith("signup."),
    )
    .map((file) => ({ file, path: `/${file.replace(/\.html$/, "").replaceAll("--", "/")}` }));
}

export function serveSite(app: FastifyInstance, site: Site, env: Env): void {
  const config = { access: "public" } as const;
  for (const { path, file } of publicPaths(site)) {
    const page = site.get(file) as SitePage;
    app.get(path, { config }, (request, reply) => page.send(request, reply));
  }
  const pricing = site.get("pricing.html");
  if (pricing) {
    const own = forSignedIn(pricing, env);
    const expired = forExpired(own, env);
    app.get("/pricing", { config }, (request, reply) =>
      (request.isAccountExpired ? expired : request.viewer ? own : pricing).send(request, reply, { isSame: false }),
    );
  }
  const welcome = site.get("signup-success.html");
  if (welcome)
    app.get<{ Querystring: Record<string, unknown> }>("/signup-success", { config }, async ({ query }, reply) =>
      welcome.sendFilled(reply, 200, signUpFacts(query)),
    );
  // Asked for after consent only, on every page (web/public/consent.js).
  const counter = env.ANALYTICS_SCRIPT_URL
    ? `document.head.append(Object.assign(document.createElement("script"),{async:true,src:${JSON.stringify(env.ANALYTICS_SCRIPT_URL)}}));`
    : "";
  app.get("/analytics.js", { config }, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(counter),
  );
}

/** 404: for a visitor, an unknown name of the tool pages' form gets words of its own. */
export function sendNotFound(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> | null {
  const path = request.url.split("?")[0] ?? "/";
  const unknownTool = site.get("tool-not-found.html");
  const page = site.get("not-found.html");
  if (!page || !unknownTool) return null;
  if (/^\/[a-z0-9]+(?:-[a-z0-9]+)+$/i.test(path))
    return unknownTool.send(request, reply, { status: 404, isSame: false });
  return page.sendFilled(reply, 404, { PATH: shown(path), NEXT: encodeURIComponent(request.url) });
}

function shown(path: string): string {
  try {
    return decodeURIComponent(path).slice(0, 200);
  } catch {
    return path.slice(0, 200);
  }
}
