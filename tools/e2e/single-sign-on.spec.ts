import type { Page } from "@playwright/test";
import { expect, test } from "./story.ts";
import { getTestAddresses } from "./story-data.ts";

test.use({ expectedErrors: [/status of 40[013]|\/api\/events/] });

const LOG_IN = { name: "Log In" };

async function signInAs(page: Page, login: string): Promise<void> {
  await page.goto(getTestAddresses().company);
  await page.getByRole("banner").getByRole("link", LOG_IN).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who are you?");
  await page.getByLabel("Login name").fill(login);
  await page.getByRole("button", { name: "Continue" }).click();
}

test("people come in by their company's identity provider, which adds and deactivates colleagues", async ({
  page,
  browser,
}) => {
  const { company } = getTestAddresses();

  await test.step("Ada signs in at the provider, where her password is kept", async () => {
    await signInAs(page, "ada");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    await page.goto(`${company}/settings/password`);
    await expect(page.getByText("The password of this account is managed by Acme.")).toBeVisible();
    await page.goto(`${company}/settings/personal`);
    await expect(page.getByLabel("Email")).toHaveValue("ada@company.example");
  });

  await test.step("she proves that the mail domain is the company's", async () => {
    await page.goto(`${company}/settings/team`);
    await page.getByLabel("Add a domain").fill("company.example");
    await page.getByRole("button", { name: "Add Domain" }).click();
    await page.getByRole("button", { name: "Check company.example" }).click();
    await expect(page.getByText("Domain verified", { exact: true })).toBeVisible();
    await page.goto(`${company}/settings/personal`);
  });

  const provisioning = page.getByRole("region", { name: "People and Provisioning" });
  const token = await test.step("she makes a token for the provider", async () => {
    await provisioning.getByRole("button", { name: "New Token" }).click();
    return provisioning.getByText(/^lks_/).innerText();
  });
  const colleague = await browser.newContext();
  const grace = await colleague.newPage();
  const scim = (method: string, path: string, data: object) =>
    colleague.request.fetch(`${company}/scim/v2/Users${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
      data: JSON.stringify(data),
    });

  const { id } = await test.step("the provider adds Grace, who joins Ada's workspace", async () => {
    const schemas = ["urn:ietf:params:scim:schemas:core:2.0:User"];
    const name = { givenName: "Grace", familyName: "Hopper" };
    const added = await scim("POST", "", { schemas, userName: "grace@company.example", name });
    expect(added.status()).toBe(201);
    await signInAs(grace, "grace");
    await expect(grace.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
    await grace.goto(`${company}/logs`);
    await expect(grace.getByText("Grace Hopper was added by provisioning")).toBeVisible();
    await page.reload();
    await expect(provisioning.getByText("2 people are in this workspace")).toBeVisible();
    return (await added.json()) as { id: string };
  });

  await test.step("the provider deactivates her: she is out at once and reads why", async () => {
    const schemas = ["urn:ietf:params:scim:api:messages:2.0:PatchOp"];
    const Operations = [{ op: "Replace", path: "active", value: "False" }];
    expect((await scim("PATCH", `/${id}`, { schemas, Operations })).status()).toBe(200);
    await grace.goto(company);
    await grace.getByRole("banner").getByRole("link", LOG_IN).click();
    await expect(grace.getByRole("alert")).toContainText(
      "This account has no access any more: your company, or an owner or admin of the workspace, removed it.",
    );
    await grace.getByRole("link", { name: "Sign in with a password instead" }).click();
    await expect(grace.getByRole("heading", { level: 1 })).toHaveText("Sign in");
    await colleague.close();
  });

  await test.step("Ada signs out here and at the provider, and may turn back there", async () => {
    await page.goto(`${company}/api/logout`);
    await page.getByRole("banner").getByRole("link", LOG_IN).click();
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Who are you?");
    await page.getByRole("button", { name: "Turn back" }).click();
    await expect(page.getByRole("alert")).toHaveText("You did not sign in with Acme.");
  });
});
