import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isEmail } from "../../shared/domain/people.ts";
import { PLANS } from "../../shared/domain/plans.ts";
import type { Env } from "../env.ts";
import { buildSiteContentSecurityPolicy, listCardHosts } from "./site-content-security-policy.ts";
import { type PageType, replacePlaceholders, SitePage } from "./site-page.ts";

export type SitePages = ReadonlyMap<string, SitePage>;

/** Reads the rendered files of the public site by name. Empty while nothing is built. */
export function readSite(folder: string, env: Env): SitePages {
  const facts = operatorFacts(env);
  let names: string[] = [];
  try {
    names = readdirSync(folder);
  } catch {
    return new Map();
  }
  return new Map(
    names.map((name) => {
      const text = replacePlaceholders(readFileSync(join(folder, name), "utf8"), facts);
      const type = name.split(".").at(-1) as PageType;
      const hosts = name.startsWith("signup.") ? listCardHosts(env) : {};
      return [
        name,
        new SitePage(text, type, type === "html" ? buildSiteContentSecurityPolicy(text, env, hosts) : undefined),
      ];
    }),
  );
}

/** Returns facts that only the operator knows. An unset fact is shown as a placeholder in brackets. */
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

/** Returns facts of /signup-success from its query. Leaves out invalid addresses and plans. */
export function readSignUpFacts({ email, plan }: Record<string, unknown>): Record<string, string> {
  const isAddress = typeof email === "string" && isEmail(email);
  const chosen = PLANS.find(({ id }) => id === plan);
  return {
    EMAIL: isAddress ? email : "your address",
    PLAN_ACTIVATED: chosen ? `${chosen.name} Plan Activated` : "",
  };
}

/** Makes the plans of the pricing page link to the subscription of signed-in people. */
export function linkPlansToSubscription(page: SitePage, env: Env): SitePage {
  const text = page.text
    .replaceAll('href="/signup?plan=', 'href="/settings/subscription?plan=')
    .replace("</body>", () => `<script>${RENEW_SCRIPT}</script></body>`);
  return new SitePage(text, "html", buildSiteContentSecurityPolicy(text, env));
}

/** Tells people with an expired account what they can do without renewing. */
function forExpired(page: SitePage, env: Env): SitePage {
  const way = `<p class="quiet">Not renewing? <a href="/account-expired">Export your data or delete the account</a></p>`;
  const text = page.text.replace("</main>", () => `${way}</main>`);
  return new SitePage(text, "html", buildSiteContentSecurityPolicy(text, env));
}

/** The file of /signup in an installation without payment, where people choose no plan. */
export const FREE_SIGN_UP_FILE = "signup.free.html";

/** Returns /signup with the plan from its query; undefined while nothing is built. */
export function getSignUpPage(site: SitePages, { plan }: Record<string, unknown>): SitePage | undefined {
  return (typeof plan === "string" ? site.get(`signup.${plan}.html`) : undefined) ?? site.get("signup.html");
}

/** Lists the files of the site that are pages with a URL of their own. */
export function listPublicPaths(site: SitePages): readonly { path: string; file: string }[] {
  return [...site.keys()]
    .filter(
      (file) =>
        !["index.html", "pricing.html", "signup-success.html", "not-found.html", "tool-not-found.html"].includes(
          file,
        ) && !file.startsWith("signup."),
    )
    .map((file) => ({ file, path: `/${file.replace(/\.html$/, "").replaceAll("--", "/")}` }));
}

export function serveSite(app: FastifyInstance, site: SitePages, env: Env): void {
  const config = { access: "public" } as const;
  for (const { path, file } of listPublicPaths(site)) {
    const page = site.get(file) as SitePage;
    app.get(path, { config }, (request, reply) => page.send(request, reply));
  }
  const pricing = site.get("pricing.html");
  if (pricing) {
    const own = linkPlansToSubscription(pricing, env);
    const expired = forExpired(own, env);
    app.get("/pricing", { config }, (request, reply) =>
      (request.isAccountExpired ? expired : request.viewer ? own : pricing).send(request, reply, { isSame: false }),
    );
  }
  const welcome = site.get("signup-success.html");
  if (welcome)
    app.get<{ Querystring: Record<string, unknown> }>("/signup-success", { config }, async ({ query }, reply) =>
      welcome.sendFilled(reply, 200, readSignUpFacts(query)),
    );
  // The script that counts visits is requested only after consent, on every page (web/public/consent.js).
  const counter = env.ANALYTICS_SCRIPT_URL
    ? `document.head.append(Object.assign(document.createElement("script"),{async:true,src:${JSON.stringify(env.ANALYTICS_SCRIPT_URL)}}));`
    : "";
  app.get("/analytics.js", { config }, async (_request, reply) =>
    reply.type("text/javascript; charset=utf-8").header("cache-control", "no-cache").send(counter),
  );
}

/** Sends a 404 page. A path formed like a tool page's gets the page about unknown tools. */
export function sendNotFound(
  site: SitePages,
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

/**
 * The script of /pricing for signed-in people. A plan's button leads to Manage Subscription. That page is closed to expired
 * accounts, so for them the button requests the plan itself and leads to the payment.
 */
const RENEW_SCRIPT = `addEventListener("click",async event=>{
const link=event.target.closest?.('a[href^="/settings/subscription?plan="]');
if(!link||event.ctrlKey||event.metaKey||event.shiftKey)return;
event.preventDefault();
if(link.ariaBusy)return;
link.ariaBusy="true";
let to=link.href;
const plan=await fetch("/api/subscription").then(answer=>answer.json()).catch(()=>({}));
if(plan.subscriptionExpired)try{
const answer=await fetch("/api/subscription/upgrade",{method:"POST",headers:{"content-type":"application/json"},body:JSON.stringify({planId:new URL(to).searchParams.get("plan")})});
if(!answer.ok)throw answer;
to=(await answer.json()).checkoutUrl||"/settings/subscription"
}catch{
to="";
if(!link.nextSibling)link.insertAdjacentHTML("afterend",'<p class="quiet" role="alert">Failed to upgrade plan. Please try again.</p>')
}
link.ariaBusy=null;
if(to)location.href=to
})`;
