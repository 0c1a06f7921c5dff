import { expect, it } from "vitest";
import type { Invitation, InvitationLink, InvitationOutcome } from "../../../../shared/contract/invitations.ts";
import { findAccessibilityViolations } from "../../../testing/accessibility-violations.ts";
import { useAppInBrowser } from "../../../testing/browser.ts";
import * as sample from "../../../testing/sample-data.ts";
import { see } from "../../../testing/see.ts";
import { parseAddresses } from "./invite-dialog.tsx";

const app = useAppInBrowser();

const invitation: Invitation = {
  id: sample.idOf(20),
  email: "grace@analytical.example",
  membership: "reviewer",
  state: "pending",
  invitedBy: "Ada Lovelace",
  approvalCode: null,
  sentAt: "2026-11-20T09:00:00.000Z",
  expiresAt: "2026-11-27T09:00:00.000Z",
};
const PHONE = { viewport: { width: 360, height: 740 }, colorScheme: "dark" } as const;

it("the invite dialog finds the addresses in pasted text", () => {
  expect(
    parseAddresses("Grace Hopper <grace@a.example>, ALAN@a.example; x\nalan@a.example ada@a.example\nbob@"),
  ).toEqual({
    emails: ["grace@a.example", "alan@a.example", "ada@a.example"],
    wrong: ["x", "bob@"],
  });
});

it("the invite dialog names each invalid address and the reason, and invites nobody until it is corrected", async () => {
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/mail-domains", () => []);
  app.server.answer("GET /api/invitations", () => []);
  const results: InvitationOutcome[] = [{ email: "grace@a.example", outcome: "invited", link: null }];
  app.server.answer("POST /api/invitations", () => ({ results }));
  const page = await app.open("/settings/team", PHONE);
  await page.getByRole("button", { name: "Invite People" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email addresses").fill("grace@a.example, alan.example, ada@");
  await dialog.getByRole("button", { name: /^Invite/ }).click();
  await see(dialog.getByRole("alert")).toHaveText(
    "Nobody was invited: ‘alan.example’ has no @, ‘ada@’ is not a whole email address. Correct or remove what is wrong.",
  );
  expect(app.bodiesTo("POST /api/invitations")).toEqual([]);
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByLabel("Email addresses").fill("grace@a.example");
  await dialog.getByRole("button", { name: "Invite", exact: true }).click();
  await see(dialog.getByRole("list", { name: "Result for each address" })).toContainText("Invited");
  // The preselected membership is the one with the fewest rights.
  expect(app.bodiesTo("POST /api/invitations")).toMatchObject([{ membership: "viewer" }]);
});

it("an owner invites many at once, sees what became of each, sends again and revokes", async () => {
  let invitations: Invitation[] = [];
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/mail-domains", () => []);
  app.server.answer("GET /api/invitations", () => invitations);
  app.server.answer("POST /api/invitations", () => {
    invitations = [invitation, { ...invitation, id: sample.idOf(21), email: "late@a.example", state: "expired" }];
    const results: InvitationOutcome[] = [
      { email: "grace@analytical.example", outcome: "invited", link: null },
      { email: "ada@analytical.example", outcome: "member", link: null },
    ];
    return { results };
  });
  app.server.answer("POST /api/invitations/:id/resend", () => ({ link: "http://localhost/join?token=abc" }));
  app.server.answer("DELETE /api/invitations/:id", () => {
    invitations = [{ ...invitation, state: "revoked" }];
    return { success: true };
  });
  const page = await app.open("/settings/team", PHONE);
  await see(page.getByText("No open invitations.")).toBeVisible();
  await page.getByRole("button", { name: "Invite People" }).click();
  const dialog = page.getByRole("dialog", { name: "Invite people" });
  await dialog.getByLabel("Email addresses").fill("grace@analytical.example, ada@analytical.example");
  await dialog.getByLabel("Role").selectOption("Reviewer");
  await dialog.getByLabel("Welcome message").fill("Glad to have you.");
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Invite 2 people" }).click();
  await see(dialog.getByRole("listitem")).toHaveText([/grace.*Invited/, /ada.*Already in this workspace/]);
  expect(app.bodiesTo("POST /api/invitations")).toEqual([
    {
      emails: ["grace@analytical.example", "ada@analytical.example"],
      membership: "reviewer",
      words: "Glad to have you.",
    },
  ]);
  await dialog.getByRole("button", { name: "Done" }).click();
  const rows = page.getByRole("list", { name: "Pending invitations" }).getByRole("listitem");
  await see(rows).toHaveText([/grace@analytical.example.*Pending.*invited by Ada/s, /late@a.example.*Expired/s]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  // If no mail can be sent, the new link is shown for copying.
  await page.getByRole("button", { name: "Send again to late@a.example" }).click();
  await see(rows.nth(1).getByRole("button", { name: "Copy Link" })).toBeVisible();
  await page.getByRole("button", { name: "Revoke the invitation of grace@analytical.example" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Revoke Invitation" }).click();
  await see(page.getByText("Accepted and revoked (1)")).toBeVisible();
});

it("a link to join is shown once, and newcomers get the role that is chosen", async () => {
  let links: InvitationLink[] = [];
  app.server.answer("GET /api/people", () => []);
  app.server.answer("GET /api/mail-domains", () => []);
  app.server.answer("GET /api/invitation-links", () => links);
  app.server.answer("POST /api/invitation-links", () => {
    links = [{ id: sample.idOf(30), last4: "wxyz", membership: "viewer", joined: 0, expiresAt: invitation.expiresAt }];
    return { id: sample.idOf(30), link: "http://localhost/join?link=wxyz" };
  });
  const page = await app.open("/settings/team");
  const section = page.getByRole("region", { name: "Links to Join" });
  await section.getByRole("button", { name: "New Link" }).click();
  await see(section.getByText("http://localhost/join?link=wxyz")).toBeVisible();
  await section.getByRole("button", { name: "Done" }).click();
  await see(section.getByText("http://localhost/join?link=wxyz")).toHaveCount(0);
  await see(section.getByRole("listitem")).toHaveText(/Viewer · ends in wxyz.*nobody has joined yet/s);
  await page.getByLabel("Everybody with an address at a verified domain may join").check();
  await expect.poll(() => app.bodiesTo("PUT /api/newcomers")).toEqual([{ membership: "editor", joinByDomain: true }]);
});

it("who is in several workspaces changes between them, in every window; who is in one sees no switcher", async () => {
  const other = { id: sample.idOf(901), name: "Larkmoor", membership: "viewer", isActive: false } as const;
  app.server.answer("POST /api/workspaces/:id/enter", () => ({ success: true }));
  const alone = await app.open("/", {});
  await see(alone.getByRole("heading", { level: 1 })).toHaveText("Dashboard");
  await see(alone.getByRole("button", { name: /^Workspace:/ })).toHaveCount(0);
  app.server.answer("GET /api/workspaces", () => ({ own: [...sample.workspaces.own, other], joinable: [] }));
  const page = await app.open("/logs", {});
  const second = await page.context().newPage();
  await second.goto(`${app.server.address}/analytics`);
  await see(second.getByRole("heading", { level: 1 })).toHaveText("Analytics");
  await page.getByRole("button", { name: "Workspace: Analytical Engines" }).click();
  expect(await findAccessibilityViolations(page)).toEqual([]);
  await page
    .getByRole("list", { name: "Workspaces" })
    .getByRole("button", { name: /Larkmoor Viewer/ })
    .click();
  await see(page).toHaveURL(`${app.server.address}/`);
  await see(second).toHaveURL(`${app.server.address}/`);
  expect(app.callsTo(`POST /api/workspaces/${other.id}/enter`)).toHaveLength(1);
});
