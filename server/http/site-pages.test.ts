import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, gzipSync } from "node:zlib";
import type { Browser, Page } from "@playwright/test";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TOOL_PAGES } from "../../web/content/tool-pages.ts";
import { buildApp } from "../../web/testing/build-app.ts";
import { launchTestBrowser } from "../../web/testing/test-browser.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";
import { APP_PAGES } from "./web-pages.ts";

const COUNTER = "https://stats.test/count.js";
const FREE = 'href="/signup?plan=starter"';
const LONG_PAGES = new Set(["privacy-policy", "terms-of-service"]);
const GUIDE_NAMES =
  "getting-started articles wiki questions slack google-chat teams confluence notion git-docs mediawiki zendesk intercom jira sharepoint servicenow api webhooks running single-sign-on language-models security deciding".split(
    " ",
  );
const PAGES = [
  "",
  "pricing",
  "signup",
  "privacy-policy",
  "terms-of-service",
  ...TOOL_PAGES.map(({ urlSlug }) => urlSlug),
  "docs",
  ...GUIDE_NAMES.map((name) => `docs/${name}`),
];

let webRoot: string;
let test: TestApp;
let ada: SignedIn;
beforeAll(async () => {
  webRoot = await buildApp();
  test = await createTestApp({ webRoot, variables: { ANALYTICS_SCRIPT_URL: COUNTER } });
  ada = await test.signIn();
});
afterAll(() => test.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { accept: "text/html", ...headers } });
/** Returns the visible text, without markup and entities, with single blanks. */
const read = async (url: string, headers?: Record<string, string>) => textOf((await get(url, headers)).body);
const textOf = (html: string) =>
  html
    .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
    .replace(/<[^>]+>/g, " ")
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&")
    .replace(/\s+/g, " ");
const countOf = (body: string, part: string) => body.split(part).length - 1;

describe("the public pages", () => {
  it("PUB-010 PUB-011 PUB-012 PUB-014 PUB-021 SLUG-001 the public pages render logged out and, except the start and the sign-up, logged in", async () => {
    for (const url of [...PAGES.map((name) => `/${name}`), "/verify-email?token=x", "/signup-success"]) {
      const answer = await get(url);
      expect([url, answer.statusCode, answer.body.includes("<h1")]).toEqual([url, 200, true]);
      if (url === "/" || url === "/signup") continue;
      const own = await ada.inject({ url, headers: { accept: "text/html" } });
      expect([url, own.statusCode, own.body.includes("<h1")]).toEqual([url, 200, true]);
    }
    expect((await ada.inject({ url: "/" })).body).toContain('<div id="root"></div>');
  });

  it("PUB-017 / shows the landing page to logged-out visitors, and the dashboard only to logged-in people", async () => {
    const [visitor, own] = [await get("/"), await ada.inject({ url: "/", headers: { accept: "text/html" } })];
    const [text, ownText] = [textOf(visitor.body), textOf(own.body)];
    for (const words of ["Log In", "Sign Up", "FAQ", "Cookie Settings"]) {
      expect(text).toContain(words);
      expect(ownText).not.toContain(words);
    }
    expect(/<h1[^>]*>([\s\S]*?)<\/h1>/.exec(visitor.body)?.[1]).toBeTruthy();
    expect(visitor.body).not.toContain('id="root"');
    expect(own.body).toContain('id="root"');
    expect(visitor.body).toContain('href="/signup?plan=professional"');
  });

  it("PUB-018 a logged-out visitor of an application page signs in and returns to that page", async () => {
    for (const path of [...APP_PAGES, "/articles/:id?version=2", "/ask?q=what%20now%3F&after=x"]) {
      const answer = await get(path.replace(":id", "0198c1d2-0000-7000-8000-000000000001"));
      const next = path.replace(":id", "0198c1d2-0000-7000-8000-000000000001");
      expect([path, answer.statusCode]).toEqual([path, 303]);
      const signIn = await get(String(answer.headers.location));
      expect(signIn.statusCode).toBe(200);
      expect(signIn.body).toContain(`name="next" value="${next.replaceAll("&", "&amp;")}"`);
      expect(answer.body).not.toContain('id="root"');
    }
    const [signedIn] = [await ada.inject({ url: "/api/login?next=%2Fask%3Fq%3Dx" })];
    expect([signedIn.statusCode, signedIn.headers.location]).toEqual([303, "/ask?q=x"]);
    const dashboard = await ada.inject({ url: "/dashboard" });
    expect([dashboard.statusCode, dashboard.headers.location]).toEqual([303, "/"]);
  });

  it("PUB-019 a visitor of any other unknown address learns that the page does not exist", async () => {
    for (const path of ["no/such/page", "dashboard", "articles/1/2/3"]) {
      const answer = await get(`/${path}`);
      expect([path, answer.statusCode]).toEqual([path, 404]);
      expect(textOf(answer.body)).toContain(`There is no page at /${path} .`);
      expect(answer.body).toContain('href="/">Go Home');
    }
    expect((await get("/<b>x</b>")).body).not.toContain("<b>x</b>");
  });

  it("SLUG-009 the page of an unknown tool says that the tool is not supported yet", async () => {
    const answer = await get("/auto-kb-from-carrier-pigeon");
    expect(answer.statusCode).toBe(404);
    expect(textOf(answer.body)).toContain("Page Not Found The requested tool is not supported yet.");
  });

  it("the public pages fit into 14 kB with style and script, long ones into 20 kB, of which 1.5 kB are script", async () => {
    for (const name of PAGES) {
      const answer = await get(`/${name}`, { "accept-encoding": "br" });
      const limit = LONG_PAGES.has(name) ? 20_000 : 14_000;
      expect([name, answer.headers["content-encoding"], answer.rawPayload.length <= limit]).toEqual([name, "br", true]);
    }
    const scripts = [...(await get("/")).body.matchAll(/<script>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
    expect(gzipSync(scripts.join("\n")).length).toBeLessThanOrEqual(1_500);
  });

  it("the public pages are compressed as the browser prefers, and not sent again unless they changed", async () => {
    const [br, gzip, plain] = await Promise.all(
      ["gzip, br", "br;q=0, gzip", ""].map((accepted) =>
        get("/living-knowledge-base", { "accept-encoding": accepted }),
      ),
    );
    expect(brotliDecompressSync(br?.rawPayload ?? "").toString()).toBe(plain?.body);
    expect(gunzipSync(gzip?.rawPayload ?? "").toString()).toBe(plain?.body);
    const tags = [br, gzip, plain].map((answer) => String(answer?.headers.etag));
    expect(new Set(tags).size).toBe(3);
    for (const tag of tags) expect(tag).toMatch(/^"[\w-]{22}"$/);
    const again = await get("/living-knowledge-base", { "accept-encoding": "br", "if-none-match": tags[0] ?? "" });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
  });

  it("the public pages allow only their own scripts and styles", async () => {
    for (const url of ["/", "/pricing", "/no/such/page", "/signup-success"]) {
      const { body, headers } = await get(url);
      const policy = String(headers["content-security-policy"]);
      expect(policy).not.toContain("unsafe-inline");
      expect([url, countOf(policy, "sha256-")]).toEqual([url, url === "/" ? 4 : 3]);
      expect(body).not.toMatch(/ style="| onclick=/);
    }
  });

  it("the public pages are painted after one request, including server-rendered pages, and only their own script is allowed", async () => {
    for (const url of ["/", "/privacy-policy", "/api/login", "/forgot-password", "/verify-email"]) {
      const { body, headers } = await get(url);
      expect([url, body.match(/<link rel="stylesheet"|<script src="[^"]*"><\/script>/g)]).toEqual([url, null]);
      const [, script = ""] = body.match(/<script>([\s\S]*?)<\/script>/) ?? [];
      expect(script).toContain("localStorage");
      const hash = createHash("sha256").update(script).digest("base64");
      expect(String(headers["content-security-policy"])).toContain(`'sha256-${hash}'`);
    }
  });

  it("SLUG-010 each public page has its own title, description, keywords, heading and intro, an address, a picture and structured data", async () => {
    const seen = new Set<string>();
    for (const page of TOOL_PAGES) {
      const { body } = await get(`/${page.urlSlug}`);
      const parts = [
        body.match(/<title>(.*?)<\/title>/)?.[1],
        body.match(/<meta name="description" content="(.*?)"/)?.[1],
        body.match(/<meta name="keywords" content="(.*?)"/)?.[1],
        body.match(/<h1>(.*?)<\/h1>/)?.[1],
        body.match(/<p class="lead">(.*?)<\/p>/)?.[1],
      ];
      for (const part of parts) {
        expect([page.urlSlug, part === undefined || seen.has(part)]).toEqual([page.urlSlug, false]);
        seen.add(part ?? "");
      }
      expect(body).toContain(`<link rel="canonical" href="http://localhost:3000/${page.urlSlug}">`);
      const facts = JSON.parse(body.match(/<script type="application\/ld\+json">(.*?)<\/script>/)?.[1] ?? "");
      expect(facts.mainEntity).toHaveLength(page.questions.length);
      const picture = await test.app.inject(`/share/${page.urlSlug}.png`);
      expect([picture.statusCode, picture.headers["content-type"]]).toEqual([200, "image/png"]);
    }
  });

  it("the public pages are in the site map, and in the list for language models", async () => {
    const map = (await get("/sitemap.xml")).body;
    const list = (await get("/llms.txt")).body;
    for (const name of PAGES) {
      expect(map).toContain(`<loc>http://localhost:3000/${name}</loc>`);
      expect(list).toContain(`(http://localhost:3000/${name})`);
    }
    expect(countOf(map, "<loc>")).toBe(PAGES.length);
    expect((await get("/robots.txt")).body).toContain("Sitemap: http://localhost:3000/sitemap.xml");
    expect(map + list).not.toContain("{{");
  });

  it("the public pages leave none of the operator's facts blank", async () => {
    for (const name of [...PAGES, "signup-success", "no/such/page"])
      expect((await get(`/${name}`)).body).not.toContain("{{");
  });
});

describe("a tool page", () => {
  it("SLUG-003 SLUG-006 SLUG-007 SLUG-008 a tool page has a hero, three features, use cases, four steps, the figures and a way to sign up", async () => {
    for (const { urlSlug, heading, steps, specificUseCases } of TOOL_PAGES) {
      const { body } = await get(`/${urlSlug}`);
      const text = textOf(body);
      const features = body.match(/<section class="features"[\s\S]*?<\/section>/)?.[0] ?? "";
      expect([urlSlug, countOf(body, "<h1>"), countOf(features, "<article>")]).toEqual([urlSlug, 1, 3]);
      expect(text).toContain(heading);
      expect(text).toContain("Use cases");
      for (const { title } of specificUseCases) expect(text).toContain(title);
      expect(steps).toHaveLength(4);
      expect(countOf(body.match(/<section class="how">[\s\S]*?<\/section>/)?.[0] ?? "", "<li>")).toBe(4);
      for (const claim of ["time saved 95%", "articles 10K+", "teams 500+", "rating 4.9"])
        expect(text).toContain(claim);
      expect(body.match(/<section class="closing">[\s\S]*?<\/section>/)?.[0]).toContain(FREE);
    }
  });

  it("SLUG-004 SLUG-005 a tool page names challenges and benefits only when it is about people or their case", async () => {
    for (const { urlSlug, pageType } of TOOL_PAGES) {
      const { body } = await get(`/${urlSlug}`);
      const isAboutPeople = pageType === "persona" || pageType === "use-case";
      expect([urlSlug, body.includes("<h2>Challenges</h2>"), body.includes("<h2>Benefits</h2>")]).toEqual([
        urlSlug,
        isAboutPeople,
        isAboutPeople,
      ]);
    }
  });
});

describe("the landing page", () => {
  it("buttons that say 'free' start the free plan, on the landing page and on the tool pages", async () => {
    for (const path of ["/", ...TOOL_PAGES.map(({ urlSlug }) => `/${urlSlug}`)]) {
      const { body } = await get(path);
      const calls = [...body.matchAll(/<a class="button" href="([^"]+)"/g)].map(([, href]) => href);
      expect([path, calls]).toEqual([path, ["/signup?plan=starter", "/signup?plan=starter"]]);
    }
    expect(await read("/signup?plan=starter")).toContain("Create Free Account");
  });

  it("LAND-001 LAND-002 LAND-003 the landing page's top bar leads to the prices, the sign-in and the sign-up", async () => {
    const bar = (await get("/")).body.match(/<header class="bar">[\s\S]*?<\/header>/)?.[0];
    expect(bar).toContain('<a href="/pricing">Pricing</a>');
    expect(bar).toContain('<a href="/api/login">Log In</a>');
    expect(bar).toContain('href="/signup?plan=professional" class="button small">Sign Up</a>');
  });

  it("LAND-004 LAND-005 LAND-006 LAND-007 the landing page shows sources, targets, missing integrations, and features", async () => {
    const { body } = await get("/");
    const text = textOf(body);
    expect(body).toContain('<figure class="hero"');
    expect(text).toContain("Reads Slack Google Chat Microsoft Teams Publishes to");
    expect(text).toContain(
      "Publishes to Confluence Notion GitHub Wiki / docs repository MediaWiki Zendesk Intercom Jira SharePoint ServiceNow",
    );
    expect(text).toContain("Not integrations yet Discord Zoom Webex Mattermost");
    for (const feature of ["Confidence scoring", "Custom sensitivity", "Live presence and cursors", "Comments"])
      expect(body).toContain(`<h2>${feature}</h2>`);
    expect(body.match(/<section class="closing">[\s\S]*?<\/section>/)?.[0]).toContain(FREE);
  });

  it("LAND-008 the landing page's footer leads to the prices, the questions and the sign-up", async () => {
    const footer = (await get("/")).body.match(/<footer>[\s\S]*?<\/footer>/)?.[0];
    for (const link of ['href="/pricing">Pricing', 'href="/pricing#faq">FAQ', 'href="/signup">Get Started'])
      expect(footer).toContain(link);
  });
});

describe("the pricing page", () => {
  const plan = async (id: string, headers?: Record<string, string>) =>
    (await get("/pricing", headers)).body.match(new RegExp(`<article class="plan ${id}">[\\s\\S]*?</article>`))?.[0] ??
    "";

  it("PRICE-001 PRICE-002 PRICE-007 PRICE-008 PRICE-009 the pricing page shows three plans, each with its allowance and its button", async () => {
    const expected = {
      starter: "Starter Free forever . 50 messages per month 1 Slack channel 1 knowledge platform Community support",
      professional:
        "Professional $25/month . 1,000 messages per month 5 Slack channels 3 knowledge platforms Priority email support",
      enterprise:
        "Enterprise $99/month . Unlimited messages and channels All 5 knowledge platforms 24/7 support with SLA",
    };
    for (const [id, text] of Object.entries(expected)) {
      const card = await plan(id);
      const [name = "", features = ""] = text.split(" . ");
      expect(textOf(card)).toContain(name);
      expect(textOf(card)).toContain(features);
      expect(card).toContain(`href="/signup?plan=${id}"`);
    }
  });

  it("PRICE-003 PRICE-004 PRICE-010 PRICE-011 PRICE-012 the pricing page compares plans, answers questions, and keeps the promises visible", async () => {
    const { body } = await get("/pricing");
    expect(countOf(body.match(/<table>[\s\S]*?<\/table>/)?.[0] ?? "", 'scope="row"')).toBeGreaterThan(10);
    expect(body).toContain('<section class="questions" id="faq">');
    const text = textOf(body);
    for (const promise of [
      "30-day money-back guarantee on paid plans",
      "Data accessible for 30 days after cancellation",
      "Upgrades apply immediately, downgrades at the next billing cycle",
    ])
      expect(text).toContain(promise);
  });

  it("PRICE-005 PRICE-006 the pricing page leads from Log In and Sign Up to the sign-in", async () => {
    const bar = (await get("/pricing")).body.match(/<header class="bar">[\s\S]*?<\/header>/)?.[0] ?? "";
    expect(bar).toContain('<a href="/api/login">Log In</a>');
    expect(bar).toMatch(/<a href="\/api\/login"[^>]*>Sign Up<\/a>/);
  });

  it("NAV-023 the pricing page leads signed-in people to the plan of the workspace", async () => {
    expect(await plan("enterprise", { cookie: ada.cookie })).toContain('href="/settings/subscription?plan=enterprise"');
  });
});

describe("the legal pages", () => {
  it("LEGAL-001 LEGAL-004 LEGAL-007 LEGAL-009 the legal pages say how personal data is kept, whom to write to, and that children are excluded", async () => {
    const text = await read("/privacy-policy");
    expect(text).toContain("support@localhost");
    expect(text).toContain("personal data is removed within 30 days of account deletion");
    expect(text).toContain("legal enquiries within 10 business days and general ones within 2");
    expect(text).toContain("not for children under 16");
    expect(text).toContain("kept for 30 days");
  });

  it("LEGAL-002 LEGAL-003 LEGAL-005 LEGAL-006 LEGAL-008 the legal pages name the price, the liability, and the applicable law", async () => {
    const text = await read("/terms-of-service");
    expect(text).toContain("support@localhost");
    expect(text).toContain("[the operator’s jurisdiction]");
    expect(text).toContain("[the operator’s postal address]");
    expect(text).toContain("We announce price changes 30 days ahead");
    expect(text).toContain("capped at the lesser of the fees you paid in the last 12 months or $1,000");
    expect(text).toContain("at least 18 years old");
  });
});

describe("the page after signing up", () => {
  it("SIGN-029 SIGN-030 SIGN-031 SIGN-032 SIGN-033 the page after signing up shows the address, the plan, the next steps, and where to write", async () => {
    const { body, headers } = await get("/signup-success?email=ada%40acme.io&plan=professional");
    const text = textOf(body);
    for (const part of ["ada@acme.io", "Professional Plan Activated", "Check Your Email", "What’s Next"])
      expect(text).toContain(part);
    expect(text).toMatch(/Verify your email .* Connect Slack, Teams or Google Chat .* AI creates articles/);
    expect(body).toMatch(/<a class="button" href="\/api\/login">Continue to Login<\/a>/);
    expect(body).toContain('href="mailto:support@localhost">Contact Support');
    expect([headers["cache-control"], headers["referrer-policy"]]).toEqual(["no-store", "no-referrer"]);
  });

  it("the page after signing up repeats no text that is not an address or a plan", async () => {
    const { body } = await get("/signup-success?email=%3Cimg%20src%3Dx%3E&plan=%3Cb%3E");
    expect(body).toContain('<p class="badge"></p>');
    expect(body).not.toMatch(/<img|<b>(?!your address)/);
  });
});

describe("in a browser", () => {
  let browser: Browser;
  let address: string;
  beforeAll(async () => {
    address = await test.app.listen({ port: 0, host: "127.0.0.1" });
    browser = await launchTestBrowser();
  });
  afterAll(() => browser.close());

  /** Opens a page as a new visitor; `counted` counts the requests for the operator's script. */
  async function visit(path: string): Promise<{ page: Page; counted: () => number; problems: string[] }> {
    const context = await browser.newContext({ reducedMotion: "reduce" });
    // The browser's clock stands still unless a test advances it.
    await context.clock.install({ time: 0 });
    await context.clock.pauseAt(1_000);
    let times = 0;
    await context.route(COUNTER, (route) => {
      times += 1;
      return route.fulfill({ contentType: "text/javascript", body: "" });
    });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on("pageerror", ({ message }) => problems.push(message));
    page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
    await page.goto(address + path);
    return { page, counted: () => times, problems };
  }
  const stored = (page: Page) =>
    page.evaluate(() => [localStorage.getItem("cookieConsent"), localStorage.getItem("analyticsCookies")]);
  const banner = (page: Page) => page.locator("#cookie-consent");

  it("COOK-001 COOK-002 COOK-003 COOK-005 the cookie question appears once, after a second, and visits count only with consent", async () => {
    const { page, counted, problems } = await visit("/");
    await page.clock.runFor(999);
    expect(await banner(page).count()).toBe(0);
    await page.clock.runFor(1);
    await banner(page).getByRole("button", { name: "Accept" }).click();
    await expect.poll(counted).toBe(1);
    expect(await stored(page)).toEqual(["accepted", "true"]);
    await page.reload();
    await expect.poll(counted).toBe(2);
    await page.clock.runFor(5_000);
    expect(await banner(page).count()).toBe(0);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("the cookie question leaves the button that creates an account free", async () => {
    const { page } = await visit("/signup?plan=starter");
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.clock.runFor(1_000);
    const question = await banner(page).boundingBox();
    const button = await page.getByRole("button", { name: "Create Free Account" }).boundingBox();
    expect(button?.y).toBeLessThan(850);
    expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThan(question?.x ?? 0);
    await page.context().close();
  });

  it("COOK-004 LAND-009 the customized cookie choice is kept, and Cookie Settings asks again", async () => {
    const { page, counted } = await visit("/living-knowledge-base");
    await page.clock.runFor(1_000);
    await banner(page).getByRole("button", { name: "Customize" }).click();
    await banner(page).getByRole("button", { name: "Save choice" }).click();
    expect(await stored(page)).toEqual(["customized", "false"]);
    await page.reload();
    await page.clock.runFor(5_000);
    expect([await stored(page), counted()]).toEqual([["customized", "false"], 0]);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Cookie Settings" }).click()]);
    expect(await stored(page)).toEqual([null, null]);
    await page.clock.runFor(1_000);
    await banner(page).getByRole("button", { name: "Reject" }).click();
    expect(await stored(page)).toEqual(["rejected", "false"]);
    expect(counted()).toBe(0);
    await Promise.all([page.waitForEvent("load"), page.getByRole("button", { name: "Cookie Settings" }).click()]);
    await page.clock.runFor(1_000);
    await banner(page).getByRole("button", { name: "Customize" }).click();
    await banner(page).getByLabel("Count my visits (analytics)").check();
    await banner(page).getByRole("button", { name: "Save choice" }).click();
    expect(await stored(page)).toEqual(["customized", "true"]);
    await expect.poll(counted).toBe(1);
    await page.context().close();
  });

  it("PUB-020 the cookie question appears on every page, including server-rendered pages", async () => {
    for (const name of [...PAGES, "signup-success", "no/such/page", "verify-email", "api/login"])
      expect((await get(`/${name}`)).body).toMatch(/cookie-consent|\/consent\.js/);
    for (const path of ["/", "/auto-kb-from-slack", "/verify-email", "/api/login"]) {
      const { page } = await visit(path);
      await page.clock.runFor(1_000);
      await banner(page).waitFor();
      await page.context().close();
    }
  });

  it("the landing page draws a line from each message to its sentence", async () => {
    const { page } = await visit("/");
    await page.setViewportSize({ width: 1440, height: 1200 });
    await page.emulateMedia({ reducedMotion: "no-preference" });
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    const [card, ties] = await Promise.all([".written .rows", ".ties"].map((part) => page.locator(part).boundingBox()));
    const top = ties?.y ?? 0;
    const height = ties?.height ?? 0;
    for (const x of [(ties?.x ?? 0) + 4, (card?.x ?? 0) - 4]) {
      const strip = await page.screenshot({ clip: { x, y: top, width: 1, height } });
      expect([x, await strokesIn(page, strip)]).toEqual([x, 4]);
    }
    await page.context().close();
  });

  it("a visitor can edit and delete a message of the landing page, and its sentence follows", async () => {
    const { page, problems } = await visit("/");
    const sentence = page.locator(".s3 span");
    await page.getByRole("button", { name: "Edit Jonas’s message" }).nth(1).click();
    await page
      .getByLabel("Jonas’s message", { exact: true })
      .fill("Thanks! Use the profile from the portal, version 7");
    await page.keyboard.press("Enter");
    expect(await sentence.textContent()).toBe("Use the profile from the portal, version 7.");
    expect(await page.getByRole("status").first().textContent()).toContain("Jonas edited a message");
    await page.getByRole("button", { name: "Delete Jonas’s message" }).nth(1).click();
    expect(await page.locator(".s3").textContent()).toContain("Removed: its message was deleted");
    await page.getByRole("button", { name: "Reset the example" }).click();
    expect(await sentence.textContent()).toContain("Delete both under System Settings");
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("the documentation's search finds a section by its words, also with a typing error", async () => {
    const { page, problems } = await visit("/docs/slack");
    await page.getByLabel("Search the documentation").fill("bakcup");
    await page.getByRole("link", { name: "Backup" }).click();
    await page.waitForURL("**/docs/running#backup");
    await page.getByLabel("Search the documentation").fill("zzzz");
    await page.getByText("Nothing found for “zzzz”.").waitFor();
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it("the documentation has no broken links", async () => {
    const seen = new Set<string>();
    const waiting = ["/docs"];
    for (let path = waiting.pop(); path; path = waiting.pop()) {
      if (seen.has(path)) continue;
      seen.add(path);
      const { statusCode, body } = await get(path);
      expect([path, statusCode]).toEqual([path, 200]);
      if (path.startsWith("/docs"))
        waiting.push(...[...body.matchAll(/href="(\/docs[^"#]*)/g)].map(([, href = ""]) => href));
    }
    expect(seen.size).toBeGreaterThan(10);
  });

  it("the public pages obey their own policy, never scroll sideways, and are readable without scripts", async () => {
    for (const path of ["/", "/pricing", "/auto-onboarding-docs", "/terms-of-service", "/docs", "/docs/running"]) {
      const { page, problems } = await visit(path);
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        const excess = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        expect([path, width, excess <= 0]).toEqual([path, width, true]);
      }
      expect(problems).toEqual([]);
      await page.context().close();
    }
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(address);
    await page.getByRole("link", { name: "FAQ", exact: true }).click();
    expect(page.url()).toBe(`${address}/pricing#faq`);
    await context.close();
  });
});

/** Counts the lines that cross a picture of one pixel's width. */
async function strokesIn(page: Page, strip: Buffer): Promise<number> {
  const blank = await page.context().newPage();
  const count = await blank.evaluate(
    async (source) => {
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      const canvas = new OffscreenCanvas(1, image.height);
      const drawing = canvas.getContext("2d");
      drawing?.drawImage(image, 0, 0);
      const pixels = [...(drawing?.getImageData(0, 0, 1, image.height).data ?? [])].filter(
        (_, index) => index % 4 === 0,
      );
      const isLine = pixels.map((red) => Math.abs(red - (pixels[0] ?? 0)) > 8);
      return isLine.filter((line, index) => line && !isLine[index - 1]).length;
    },
    `data:image/png;base64,${strip.toString("base64")}`,
  );
  await blank.close();
  return count;
}
