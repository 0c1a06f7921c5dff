import { expect, test } from "./story.ts";

test.use({ firstVisit: true });

test("a new person is welcomed, shown around and begins, with the keyboard alone", async ({ page, place }) => {
  // The welcome ends after a time, so the browser's clock is stopped.
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.goto("/api/login");
  await expect(page.getByLabel("Email")).toBeFocused();
  await page.keyboard.type(place.email);
  await page.keyboard.press("Tab");
  await page.keyboard.type(place.password);
  await page.keyboard.press("Enter");

  const dialog = page.getByRole("dialog");
  const skip = dialog.getByRole("button", { name: "Skip Animation" });
  await expect
    .poll(
      async () => {
        await page.clock.runFor(10);
        return skip.isVisible();
      },
      { intervals: [20] },
    )
    .toBe(true);
  await expect(dialog.getByRole("heading")).toHaveText("Welcome back, Noor!");
  await expect(skip).toBeFocused();
  await page.keyboard.press("Enter");
  await page.clock.resume();

  await expect(dialog.getByText("Step 1 of 8")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Next" })).toBeFocused();
  for (const [step, said] of [
    [2, "No chat is connected yet."],
    [3, "No channel added yet."],
    [4, "Articles stay in the library for now."],
    [5, "Now: 8 of 10, messages of 20 characters and more, 4 keywords."],
    [6, "Your library is empty so far."],
    [7, "So far: 0 messages analyzed, 0 active channels."],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(`Step ${step} of 8`)).toBeVisible();
    await expect(dialog.getByText(said)).toBeVisible();
  }
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Complete Setup" })).toBeFocused();
  await expect(dialog.getByRole("listitem").getByRole("link").first()).toHaveText("Connect Your Slack");
  await page.keyboard.press("Enter");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("main")).toBeFocused();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(page.getByText("No change", { exact: true })).toHaveCount(4);

  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Find anything" })).toBeFocused();
  await page.keyboard.type("collaboration tools");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Monitored Collaboration Tools");
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await expect(dialog).toHaveCount(0);
});
