import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createTestApp, type SignedIn, type TestApp } from "../../testing/test-app.ts";
import { deliverMailsTo } from "../accounts/testing/deliver-mails.ts";
import { checkDueDomains } from "./due-domains.ts";

/** DNS records by name; null if the name servers do not answer. */
const records = new Map<string, string[] | null>();
let test: TestApp;
let number = 0;

beforeAll(async () => {
  test = await createTestApp({
    readTxtRecords: async (name) => {
      const found = records.get(name);
      if (found === null) throw new Error("ETIMEOUT");
      return found ?? [];
    },
  });
});
beforeEach(async () => void (await test.db.$client.query("delete from rate_limits")));
afterAll(() => test.close());

const post = ({ inject }: SignedIn, url: string, payload?: object) =>
  inject({ method: "POST", url, ...(payload && { payload }) });
const newDomain = () => `company${++number}.test`;
const listOf = async (person: SignedIn) => (await person.inject({ url: "/api/mail-domains" })).json();
const openLink = async (address: string, method: "GET" | "POST" = "GET") => {
  const { pathname, search, searchParams } = new URL(address);
  if (method === "GET") return test.app.inject({ url: pathname + search });
  return test.app.inject({
    method,
    url: pathname,
    headers: { "content-type": "application/x-www-form-urlencoded" },
    payload: new URLSearchParams(searchParams).toString(),
  });
};

async function proveByDns(person: SignedIn, domain: string) {
  const { id, recordName, recordValue } = (await post(person, "/api/mail-domains", { domain })).json();
  records.set(recordName, [recordValue]);
  await post(person, `/api/mail-domains/${id}/check`);
  return { id, recordName };
}

describe("a domain proven by its DNS record", () => {
  const aWeekAgo = (id: string) =>
    test.db.$client.query("update mail_domains set checked_at = now() - interval '8 days' where id = $1", [id]);

  it("is looked for again after a week; when the record is gone it claims nobody new, and the log says so", async () => {
    const ada = await test.signIn();
    const domain = newDomain();
    const { id, recordName } = await proveByDns(ada, domain);
    expect(await checkDueDomains(test.deps)).toEqual({ checked: 0 });
    await aWeekAgo(id);
    expect(await checkDueDomains(test.deps)).toEqual({ checked: 1 });
    expect(await listOf(ada)).toMatchObject([{ domain, provenBy: "dns" }]);

    await aWeekAgo(id);
    records.set(recordName, []);
    await checkDueDomains(test.deps);
    expect(await listOf(ada)).toMatchObject([{ domain, provenAt: null, provenBy: null }]);
    const [latest] = (await ada.inject({ url: "/api/logs" })).json();
    expect(latest.message).toContain(`The mail domain ${domain} is no longer verified: its DNS record is gone.`);
  });

  it("stays proven while the name servers do not answer", async () => {
    const ada = await test.signIn();
    const { id, recordName } = await proveByDns(ada, newDomain());
    await aWeekAgo(id);
    records.set(recordName, null);
    expect(await checkDueDomains(test.deps)).toEqual({ checked: 0 });
    expect(await listOf(ada)).toMatchObject([{ provenBy: "dns" }]);
  });
});

describe("a domain proven by a mail to its administrator", () => {
  async function mailed() {
    const ada = await test.signIn();
    const domain = newDomain();
    const { id } = (await post(ada, "/api/mail-domains", { domain })).json();
    expect((await post(ada, `/api/mail-domains/${id}/mail`, { mailbox: "postmaster" })).statusCode).toBe(200);
    const [mail] = await deliverMailsTo(test, `postmaster@${domain}`);
    const link = /http\S+verify-domain\?token=\S+/.exec(mail?.text ?? "")?.[0] ?? "";
    return { ada, domain, id, link };
  }

  it("is proven by the button behind the link, once, and not by opening it", async () => {
    const { ada, domain, id, link } = await mailed();
    const page = await openLink(link);
    expect([page.statusCode, page.headers["referrer-policy"]]).toEqual([200, "no-referrer"]);
    expect(page.body).toContain(domain);
    expect(await listOf(ada)).toMatchObject([{ provenAt: null }]);
    expect((await openLink(link, "POST")).statusCode).toBe(200);
    expect(await listOf(ada)).toMatchObject([{ domain, provenBy: "mail" }]);
    for (const method of ["GET", "POST"] as const) expect((await openLink(link, method)).statusCode).toBe(400);
    // A domain proven by mail needs no record.
    await post(ada, `/api/mail-domains/${id}/check`);
    expect(await listOf(ada)).toMatchObject([{ provenBy: "mail" }]);
  });

  it("is not proven by an old link, a made-up one, or one of a domain that was removed", async () => {
    const { ada, id, link } = await mailed();
    await test.db.$client.query("update mail_domains set mailed_at = now() - interval '25 hours' where id = $1", [id]);
    expect((await openLink(link, "POST")).statusCode).toBe(400);
    expect((await openLink("http://x/verify-domain?token=guessed", "POST")).statusCode).toBe(400);
    expect(await listOf(ada)).toMatchObject([{ provenAt: null }]);
  });

  it("fills nobody's mailbox: three mails a day to a domain", async () => {
    const { ada, id } = await mailed();
    const send = async () => (await post(ada, `/api/mail-domains/${id}/mail`, { mailbox: "admin" })).statusCode;
    expect([await send(), await send(), await send()]).toEqual([200, 200, 429]);
  });

  it("is none where everybody can have a mailbox", async () => {
    const ada = await test.signIn();
    for (const domain of ["gmail.com", "gmx.de", "yahoo.co.uk", "proton.me", "web.de"])
      expect((await post(ada, "/api/mail-domains", { domain })).statusCode, domain).toBe(400);
  });
});
