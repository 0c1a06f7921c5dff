import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../testing/test-app.ts";
import { createAccount } from "./create-account.ts";
import { deliverMailsTo } from "./testing/deliver-mails.ts";
import { buildSignUpForm, createSignedOutClients, findMailedToken } from "./testing/visitors.ts";

let test: TestApp;
let visitors: ReturnType<typeof createSignedOutClients>;
beforeAll(async () => {
  test = await createTestApp();
  visitors = createSignedOutClients(test);
});
afterAll(() => test.close());

const statuses = (answers: { statusCode: number }[]) =>
  Object.entries(Object.groupBy(answers, ({ statusCode }) => statusCode)).map(([status, of = []]) => [
    Number(status),
    of.length,
  ]);

async function newMember() {
  const { email, password } = buildSignUpForm();
  await createAccount(test.deps, { ...buildSignUpForm({ email }), plan: "starter", verified: true });
  return { email, password };
}

describe("addresses in odd shapes", () => {
  it.each([
    "v@corp.example>",
    "<v@corp.example",
    "<v@corp.example>",
    "Ada <v@corp.example>",
    "me@gmail.com>",
    "me@gmail.com.",
    "me@ｇmail.com",
    "ｖ@corp.example",
    "v@corp．example",
    '"v"@corp.example',
    "v(a)@corp.example",
    "v@corp.example,w@corp.example",
    "v;w@corp.example",
    "v@[127.0.0.1]",
    "v@127.0.0.1",
    "v@corp.example\u200b",
    "v\u00a0@corp.example",
    "v@@corp.example",
    "v@corp..example",
    "v@-corp.example",
    ".v@corp.example",
    "v.@corp.example",
    "v:w@corp.example",
    "v\\w@corp.example",
    "v@corp.example\r\nBcc: w@corp.example",
  ])("are refused wherever a mail would follow: %j", async (email) => {
    const browser = visitors.newBrowser();
    const answer = await browser.register(buildSignUpForm({ email }));
    expect(answer.statusCode).toBe(400);
    const customerDetails = { firstName: "A", lastName: "L", email, company: "Acme" };
    const payload = { amount: 2500, plan: "professional", customerDetails };
    expect((await browser.send({ method: "POST", url: "/api/create-payment-intent", payload })).statusCode).toBe(400);
    const { rows } = await test.db.$client.query("select from pgboss.job where name = 'mail'");
    expect(rows).toEqual([]);
  });

  it.each(["ada.l-x_y+news@corp.example", "o'hara@mail.corp.example", "a@bücher.example", "A@CORP.EXAMPLE"])(
    "but those that people have are taken: %s",
    async (email) => {
      expect((await visitors.newBrowser().register(buildSignUpForm({ email }))).statusCode).toBe(200);
      await test.db.$client.query("delete from pgboss.job where name = 'mail'");
    },
  );

  it("reach one mailbox with ten mails an hour at most, however the address and the network are varied", async () => {
    const shapes = Array.from({ length: 30 }, (_, n) =>
      n % 2 ? `Flood+${n}@corp.example` : `flood+${n}@CORP.example`,
    );
    const answers = await Promise.all(
      shapes.map((email) => visitors.newBrowser().register(buildSignUpForm({ email }))),
    );
    expect(statuses(answers)).toEqual([[200, 30]]);
    const sent = (await Promise.all(shapes.map((email) => deliverMailsTo(test, email.toLowerCase())))).flat();
    expect(sent).toHaveLength(10);
    const { email } = await newMember();
    const asked = Array.from({ length: 30 }, () =>
      visitors.newBrowser().send({ url: "/forgot-password", form: { email } }),
    );
    expect(statuses(await Promise.all(asked))).toEqual([[200, 30]]);
    expect(await deliverMailsTo(test, email)).toHaveLength(10);
  });
});

describe("limits by network", () => {
  it("count an IPv6 subscriber once, whichever of its addresses it takes", async () => {
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, n) => visitors.newBrowser(`2001:db8:7:1::${n + 1}`).register(buildSignUpForm())),
    );
    expect(statuses(answers)).toEqual([
      [200, 30],
      [429, 10],
    ]);
    expect((await visitors.newBrowser("2001:db8:7:2::1").register(buildSignUpForm())).statusCode).toBe(200);
  });

  it("let forty colleagues behind one address sign up who confirm, and stop a flood that does not", async () => {
    const office = visitors.newPlace();
    const colleague = async () => {
      const [browser, form] = [visitors.newBrowser(office), buildSignUpForm()];
      const { statusCode } = await browser.register(form);
      if (statusCode !== 200) return statusCode;
      return (await browser.verify(findMailedToken((await deliverMailsTo(test, form.email))[0]))).statusCode;
    };
    for (let group = 0; group < 4; group += 1)
      expect(await Promise.all(Array.from({ length: 10 }, colleague))).toEqual(Array(10).fill(200));
    const flood = await Promise.all(
      Array.from({ length: 35 }, () => visitors.newBrowser(office).register(buildSignUpForm())),
    );
    expect(statuses(flood)).toEqual([
      [200, 30],
      [429, 5],
    ]);
  });
});

describe("guessing the password of one account from many networks", () => {
  it("ASVS 6.1.1 6.3.1 waits ever longer between two tries, and the owner comes in with a browser of theirs or by mail", async () => {
    const { email, password } = await newMember();
    const own = visitors.newBrowser();
    expect((await own.signIn(email, password)).statusCode).toBe(303);
    const thieves = (count: number) =>
      Promise.all(Array.from({ length: count }, () => visitors.newBrowser().signIn(email, "a guess")));
    expect(statuses(await thieves(40))).toEqual([
      [401, 20],
      [429, 20],
    ]);
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      await test.db.$client.query(
        "update rate_limits set window_start = window_start - interval '1 hour' where key like 'login %'",
      );
      expect(statuses(await thieves(3))).toEqual([
        [401, 1],
        [429, 2],
      ]);
      const refused = await visitors.newBrowser().signIn(email, "a guess");
      expect(refused.body).toContain("choose a new password");
      waits.push(Number(refused.headers["retry-after"]));
    }
    expect(waits).toEqual(waits.toSorted((a, b) => a - b));
    expect(waits.at(-1)).toBeGreaterThan((waits[0] ?? 0) * 3);

    expect((await own.signIn(email, password)).statusCode).toBe(303);
    const newDevice = visitors.newBrowser();
    expect((await newDevice.signIn(email, password)).statusCode).toBe(429);
    await newDevice.send({ url: "/forgot-password", form: { email } });
    const token =
      /reset-password\?token=([\w-]+)/.exec((await deliverMailsTo(test, email)).at(-1)?.text ?? "")?.[1] ?? "";
    const chosen = { token, password: "quite another one", confirm: "quite another one" };
    expect((await newDevice.send({ url: "/reset-password", form: chosen })).statusCode).toBe(200);
    expect((await newDevice.signIn(email, "quite another one")).statusCode).toBe(303);
  });

  it("takes a device cookie for its own account only, and none that was made up", async () => {
    const [one, other] = [await newMember(), await newMember()];
    const browser = visitors.newBrowser();
    await browser.signIn(one.email, one.password);
    for (const device of [browser.cookies["device"] ?? "", "made.up", "x"]) {
      const thief = visitors.newBrowser();
      thief.cookies["device"] = device;
      for (let i = 0; i < 4; i += 1) await thief.signIn(other.email, "a guess");
    }
    const { rows } = await test.db.$client.query<{ hits: number }>("select hits from rate_limits where key = $1", [
      `login ${test.deps.secrets.hmac(other.email, "rate limit")}`,
    ]);
    expect(rows).toEqual([{ hits: 12 }]);
  });
});
