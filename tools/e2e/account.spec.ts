import { readFile } from "node:fs/promises";
import type { APIRequestContext } from "@playwright/test";
import { unzip } from "../../server/workspace/accounts/testing/unzip.ts";
import { findAccessibilityViolations } from "../../web/testing/accessibility-violations.ts";
import type { ReceivedMail } from "../stand-ins/mail/mail.ts";
import { expect, signIn, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

test.use({ expectedErrors: [/status of 401 /] });

const NEW = "a-longer-password";

test("AUTH-005 a person who forgot the password comes back, ends a session elsewhere, takes the data out and leaves", async ({
  page,
  place,
  browser,
  baseURL,
  request,
}) => {
  await page.goto("/");
  const going = page.waitForRequest((asked) => new URL(asked.url()).pathname === "/api/login");
  await page.getByRole("banner").getByRole("link", { name: "Log In" }).click();
  const asked = await going;
  expect([asked.isNavigationRequest(), asked.method(), asked.resourceType()]).toEqual([true, "GET", "document"]);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByRole("link", { name: "Forgotten your password?" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Forgotten your password?");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel("Email").fill(place.email);
  await page.getByRole("button", { name: "Send the link" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Check your email");
  await page.goto(await linkFor(request, place.email));
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page.getByLabel("New password", { exact: true }).fill(NEW);
  await page.getByLabel("Repeat the new password").fill(NEW);
  await page.getByRole("button", { name: "Change my password" }).click();
  await page.getByRole("main").getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(place.email);
  await page.getByLabel("Password").fill(NEW);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");

  const phone = await browser.newContext({ baseURL: baseURL ?? "", userAgent: "(iPhone) Version/19.0 Safari/604.1" });
  const onPhone = await phone.newPage();
  await signIn(onPhone, { ...place, password: NEW });
  await page.goto("/settings/password");
  await page.getByRole("button", { name: "End the session Safari on iPhone" }).click();
  await page.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect(page.getByText("Session ended", { exact: true })).toBeVisible();
  expect((await onPhone.request.get("/api/auth/user")).status()).toBe(401);
  await phone.close();

  await page.goto("/settings/personal");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export My Data" }).click(),
  ]);
  const files = await unzip(await readFile(await download.path()));
  expect(JSON.parse(files.get("account.json") ?? "")).toMatchObject({ email: place.email });

  await page.getByRole("button", { name: "Delete Account" }).click();
  await page.getByLabel("Your password").fill(NEW);
  await page.getByRole("button", { name: "Delete account and workspace" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Your account is deleted");
  const refused = await request.post("/api/login", { form: { email: place.email, password: NEW }, maxRedirects: 0 });
  expect(refused.status()).toBe(401);
});

/** Returns the newest link once its mail has arrived. */
async function linkFor(request: APIRequestContext, email: string): Promise<string> {
  let link = "";
  await expect
    .poll(async () => {
      const mails = (await (await request.get(`${getTestAddresses().mail}/api/mails`)).json()) as ReceivedMail[];
      const text = mails.findLast(({ to }) => to.includes(email))?.text ?? "";
      link = /\S+\/reset-password\?token=\S+/.exec(text)?.[0] ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}
