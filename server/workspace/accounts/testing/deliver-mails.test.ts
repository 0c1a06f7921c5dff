import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestApp, type TestApp } from "../../../testing/test-app.ts";
import { deliverMailsTo } from "./deliver-mails.ts";
import { buildSignUpForm, createSignedOutClients } from "./visitors.ts";

let test: TestApp;
beforeAll(async () => {
  const send = async (mail: (typeof test.mails)[number]) => {
    await sleep(1_000);
    test.mails.push(mail);
  };
  test = await createTestApp({ mailer: { send, close: () => {} } });
});
afterAll(() => test.close());

it("two concurrent requests for mails each get their own result, whichever of them sends both", async () => {
  const forms = [buildSignUpForm(), buildSignUpForm()];
  const visitors = createSignedOutClients(test);
  for (const form of forms) await visitors.newBrowser().register(form);
  const mails = await Promise.all(forms.map(({ email }) => deliverMailsTo(test, email)));
  expect(mails.map(({ length }) => length)).toEqual([1, 1]);
});
