// The first steps of a person in a new installation.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const PAGES = [
  "/",
  "/pricing",
  "/signup",
  "/privacy-policy",
  "/api/login",
  "/tokens.css",
  "/robots.txt",
  "/api/openapi.json",
];
const PERSON = { email: "ada@acme-example.com", password: "correct horse battery staple" };

/**
 * Signs up, follows the link in the mail in `outbox`, signs in and reads the pages. Throws if a step fails.
 * @param {string} origin
 * @param {string} outbox
 */
export async function visitProduct(origin, outbox) {
  for (const path of PAGES) await page(origin, path);
  const browser = await post(`${origin}/api/register`, {
    ...PERSON,
    firstName: "Ada",
    lastName: "Byron",
    company: "Acme",
    confirmPassword: PERSON.password,
    plan: "starter",
  });
  const token = await tokenOfLetter(outbox);
  await page(origin, `/api/verify-email?token=${token}`, browser);
  const cookie = await signIn(origin);
  for (const path of ["/", "/articles", "/channels", "/settings/team"])
    assertHolds((await page(origin, path, cookie)).includes('id="root"'), `${path} is not the application`);
  const shell = await page(origin, "/", cookie);
  for (const [, asset] of shell.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)) await page(origin, asset ?? "", cookie);
  await page(origin, "/api/stats", cookie);
}

async function signIn(/** @type {string} */ origin) {
  const answer = await fetch(`${origin}/api/login`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", origin },
    body: new URLSearchParams(PERSON),
  });
  const cookie = cookiesOf(answer);
  assertHolds(cookie !== "" && answer.status < 400, `signing in answered ${answer.status}`);
  return cookie;
}

async function tokenOfLetter(/** @type {string} */ outbox) {
  for (let tries = 0; tries < 1800; tries += 1) {
    const letter = existsSync(outbox) ? readdirSync(outbox).find((name) => name.endsWith(".eml")) : undefined;
    const text =
      letter &&
      readFileSync(join(outbox, letter), "utf8")
        .replace(/=\r?\n/g, "")
        .replaceAll("=3D", "=");
    const token = text && /token=([\w-]+)/.exec(text)?.[1];
    if (token) return token;
    await sleep(100);
  }
  throw new Error("No letter with a link arrived in the outbox.");
}

async function page(/** @type {string} */ origin, /** @type {string} */ path, cookie = "") {
  const answer = await fetch(origin + path, { headers: { cookie, accept: "*/*" } });
  assertHolds(answer.status === 200, `${path} answered ${answer.status}`);
  return answer.text();
}

async function post(/** @type {string} */ url, /** @type {object} */ body) {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  assertHolds(answer.status < 300, `${url} answered ${answer.status}: ${await answer.text()}`);
  return cookiesOf(answer);
}

function cookiesOf(/** @type {Response} */ answer) {
  return answer.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
}

/**
 * @param {boolean} holds
 * @param {string} otherwise
 */
export function assertHolds(holds, otherwise) {
  if (!holds) throw new Error(`The installation does not work: ${otherwise}`);
}
