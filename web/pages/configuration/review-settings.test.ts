import { expect as expectOf } from "@playwright/test";
import { expect, it } from "vitest";
import { useAppInBrowser } from "../../testing/browser.ts";
import { Reply } from "../../testing/fake-server.ts";

const see = expectOf.configure({ timeout: 20_000 });
const app = useAppInBrowser();

it("the review before publishing is off at first, is saved as it is switched, and goes back when it could not be", async () => {
  const page = await app.open("/configuration");
  const review = page.getByRole("region", { name: "Review Before Publishing" });
  const first = review.getByRole("switch", { name: "Review the first articles of a new channel" });
  await see(first).not.toBeChecked();
  await first.click();
  await see(first).toBeChecked();
  await review.getByLabel("A channel is trusted after").selectOption("5 approvals");
  await expect
    .poll(() => app.server.calls.filter(({ method }) => method === "PUT").map(({ body }) => body))
    .toEqual([
      { reviewNewChannels: true, approvalsToTrust: 3, autoAcceptProposals: false },
      { reviewNewChannels: true, approvalsToTrust: 5, autoAcceptProposals: false },
    ]);

  app.server.answer("PUT /api/review-settings", () => new Reply(500, { message: "boom" }));
  const additions = review.getByRole("switch", { name: "Accept additions without asking" });
  await additions.click();
  await see(page.getByText("It stays as it was. Please try again.", { exact: true })).toBeVisible();
  await see(additions).not.toBeChecked();
});
