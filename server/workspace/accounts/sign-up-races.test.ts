import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { deliverMailsTo } from "./testing/deliver-mails.ts";
import { buildSignUpForm, createSignedOutClients, findMailedToken } from "./testing/visitors.ts";

let test: TestApp;
let visitors: ReturnType<typeof createSignedOutClients>;
beforeAll(async () => {
  test = await createTestApp();
  visitors = createSignedOutClients(test);
});
afterAll(() => test.close());

const OWN = "the victim's own words";
const STRANGE = "the stranger's words";
const withPassword = (password: string) => ({ password, confirmPassword: password });

/** Creates a person in a browser, and a stranger who registers the same address in another browser. */
function newRace() {
  const victim = { browser: visitors.newBrowser(), form: buildSignUpForm(withPassword(OWN)) };
  const stranger = {
    browser: visitors.newBrowser(),
    form: { ...victim.form, ...withPassword(STRANGE), firstName: "Mallory", company: "Mallory Inc" },
  };
  const { email } = victim.form;
  const passwordsThatWork = async () => {
    const tries = await Promise.all(
      [OWN, STRANGE].map(async (password) => [
        password,
        (await visitors.newBrowser().signIn(email, password)).statusCode,
      ]),
    );
    return tries.filter(([, status]) => status === 303).map(([password]) => password);
  };
  return { victim, stranger, email, passwordsThatWork };
}

describe("an address that a stranger registers too, before it is confirmed", () => {
  it.each(["stranger first", "stranger last", "at the same moment"] as const)(
    "belongs to whoever has the mailbox and the browser, whichever of the mails is opened: %s",
    async (order) => {
      for (const opened of [0, 1]) {
        const { victim, stranger, email, passwordsThatWork } = newRace();
        const own = () => victim.browser.register(victim.form);
        const other = () => stranger.browser.register(stranger.form);
        if (order === "at the same moment") await Promise.all([own(), other()]);
        else for (const one of order === "stranger first" ? [other, own] : [own, other]) await one();
        const mails = await deliverMailsTo(test, email);
        expect(mails).toHaveLength(2);

        const verified = await victim.browser.verify(findMailedToken(mails[opened]));
        expect([verified.statusCode, verified.json().user?.firstName]).toEqual([200, "Ada"]);
        expect(await passwordsThatWork()).toEqual([OWN]);
        const { rows } = await test.db.$client.query(
          "select u.company, w.name from users u join workspaces w on w.id = u.workspace_id where u.email = $1",
          [email],
        );
        expect(rows).toEqual([{ company: "Acme", name: "Acme" }]);
        for (const mail of mails) expect((await stranger.browser.verify(findMailedToken(mail))).statusCode).toBe(400);
      }
    },
  );

  it("asks for a password where the link is opened in a browser that did not register, and takes no other", async () => {
    const { stranger, email, passwordsThatWork } = newRace();
    await stranger.browser.register(stranger.form);
    const token = findMailedToken((await deliverMailsTo(test, email))[0]);
    const elsewhere = visitors.newBrowser();
    const page = await elsewhere.open(token);
    expect(page.body).toContain('name="password"');
    expect(page.body).not.toContain("verify-email.js");
    expect((await elsewhere.verify(token)).statusCode).toBe(403);
    expect((await elsewhere.send({ url: "/verify-email", form: { token } })).statusCode).toBe(400);
    expect((await elsewhere.choose(token, "short")).body).toContain("At least 8 characters.");
    expect(await passwordsThatWork()).toEqual([]);

    const chosen = await elsewhere.choose(token, OWN);
    expect([chosen.statusCode, chosen.body.includes(email)]).toEqual([200, true]);
    expect(await passwordsThatWork()).toEqual([OWN]);
    expect((await elsewhere.choose(token, STRANGE)).statusCode).toBe(400);
    expect(await passwordsThatWork()).toEqual([OWN]);
  });

  it("cannot be used up: after any number of strange tries the person registers, gets no flood of mail, and comes in", async () => {
    const { victim, stranger, email, passwordsThatWork } = newRace();
    const flood = Array.from({ length: 40 }, () => visitors.newBrowser().register(stranger.form));
    for (const answer of await Promise.all(flood)) expect(answer.statusCode).toBe(200);
    expect((await victim.browser.register(victim.form)).statusCode).toBe(200);
    const mails = await deliverMailsTo(test, email);
    expect(mails).toHaveLength(10);
    expect((await victim.browser.verify(findMailedToken(mails[0]))).statusCode).toBe(200);
    expect(await passwordsThatWork()).toEqual([OWN]);
  });

  it("does not put a stranger's name for the company into the mail", async () => {
    const { stranger, email } = newRace();
    await stranger.browser.register({ ...stranger.form, company: "Your prize waits at evil.example" });
    const [mail] = await deliverMailsTo(test, email);
    expect(`${mail?.subject}${mail?.text}${mail?.html}`).not.toContain("prize");
  });

  it("voids the former link of the same browser, and of no other", async () => {
    const { victim, stranger, email } = newRace();
    await victim.browser.register(victim.form);
    await stranger.browser.register(stranger.form);
    await victim.browser.register({ ...victim.form, firstName: "Augusta" });
    const [former, ofStranger, newest] = await deliverMailsTo(test, email);
    expect((await victim.browser.verify(findMailedToken(former))).statusCode).toBe(400);
    expect((await visitors.newBrowser().verify(findMailedToken(ofStranger))).statusCode).toBe(403);
    expect((await victim.browser.verify(findMailedToken(newest))).json().user.firstName).toBe("Augusta");
  });
});

describe("a lost verification mail", () => {
  const resend = (browser: ReturnType<typeof visitors.newBrowser>, email: string) =>
    browser.send({ url: "/resend-verification", form: { email } });

  it("is sent again in the browser that signed up, after its link has expired too, and keeps the password", async () => {
    const { victim, email, passwordsThatWork } = newRace();
    await victim.browser.register(victim.form);
    const signIn = await victim.browser.signIn(email, OWN);
    expect([signIn.statusCode, signIn.body.includes('action="/resend-verification"')]).toEqual([403, true]);
    await test.db.$client.query("update single_use_tokens set expires_at = now() - interval '1 day'");
    expect((await resend(victim.browser, email)).statusCode).toBe(200);
    const [lost, again] = await deliverMailsTo(test, email);
    expect((await victim.browser.verify(findMailedToken(lost))).statusCode).toBe(400);
    expect((await victim.browser.verify(findMailedToken(again))).statusCode).toBe(200);
    expect(await passwordsThatWork()).toEqual([OWN]);
  });

  it("asks for a password when somebody else asked for it, and puts no registration in force", async () => {
    const { stranger, email, passwordsThatWork } = newRace();
    await stranger.browser.register(stranger.form);
    const elsewhere = visitors.newBrowser();
    await resend(elsewhere, email);
    const again = findMailedToken((await deliverMailsTo(test, email)).at(-1));
    expect((await elsewhere.verify(again)).statusCode).toBe(403);
    expect((await elsewhere.choose(again, OWN)).statusCode).toBe(200);
    expect(await passwordsThatWork()).toEqual([OWN]);
  });

  it("tells nobody which addresses wait, sends nothing to the others, and is limited", async () => {
    const { victim, email } = newRace();
    await victim.browser.register(victim.form);
    await victim.browser.verify(findMailedToken((await deliverMailsTo(test, email))[0]));
    const browser = visitors.newBrowser();
    const [known, unknown] = [await resend(browser, email), await resend(browser, "nobody@acme.test")];
    expect(known.body.replaceAll(email, "")).toBe(unknown.body.replaceAll("nobody@acme.test", ""));
    expect(await deliverMailsTo(test, email)).toHaveLength(1);
    const many = await Promise.all(Array.from({ length: 6 }, () => resend(browser, email)));
    expect(many.filter(({ statusCode }) => statusCode === 429)).toHaveLength(2);
    expect((await resend(browser, "ada@")).statusCode).toBe(400);
  });
});
