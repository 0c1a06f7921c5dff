import { expect, test } from "vitest";
import type { ContentType } from "../../shared/domain/facets.ts";
import { conversationOf } from "./golden-conversation.ts";
import { writeArticle } from "./write-article.ts";

/** The article of a conversation as offices type it, and everything it says as one text. */
function written(said: string, kind: ContentType = "howto", isThread = false) {
  const conversation = conversationOf(said);
  const key = conversation.messages[0]?.externalId ?? "";
  const threaded = { ...conversation, messages: conversation.messages.map((one) => ({ ...one, threadId: key })) };
  const context = { channelName: "help", knownTags: [] };
  const article = writeArticle(isThread ? threaded : conversation, kind, context, 0.9);
  const told = [...article.summary, ...article.body.flatMap(({ statements }) => statements)].map(({ text }) => text);
  return { ...article, page: told.join("\n") };
}

test("what a greeting opens is told: 'Hi Sneha, the run goes every Tuesday'", () => {
  const { page } = written(`
    Sneha: when is the next vendor payment?
    Venkat: Hi Sneha, the run goes every Tuesday and Friday afternoon. Invoices have to be approved by 1 pm on the day before.`);
  expect(page).toContain("The run goes every Tuesday and Friday afternoon.");
});

test("who takes back what he said before is not quoted with it", () => {
  const { page } = written(`
    Brett: How much discount can I give without asking?
    Monica: 15 is yours, anything up to 25 goes to your director, above that deal desk.
    Brett: sweet
    Monica: ugh scratch what I said @Brett, those are last year's numbers. Since February it's 10 for reps, 10 to 20 the director, and over 20 is deal desk.`);
  expect(page).toContain("10 for reps");
  expect(page).not.toMatch(/15 is yours|last year/);
});

test("what the asker found out is the answer, and a guess that led nowhere is not", () => {
  const { page } = written(
    `
    Ananya: Has anyone seen "Row 1: invalid date" in the bookings import when the dates are fine?
    Faizan: not seen. encoding maybe?
    Ananya: ok found it myself. The import reads the date by the region of the account, and theirs was created with region US. Set Settings > Business > Region to India, then import again.`,
    "troubleshooting",
  );
  expect(page).toContain("The import reads the date by the region of the account");
  expect(page).toContain("Settings > Business > Region to India");
  expect(page).not.toMatch(/not seen/i);
});

test("in a thread what somebody else asks along is told with its answer", () => {
  const { body } = written(
    `
    Nils: A customer writes "please delete all my data". Do I press delete on the contact?
    Katrin: Please don't delete anything. Forward it to the privacy team on the same day, we have one month to answer.
    Vanessa: question to that, I get five times a week "take me off your list", does all of that go to privacy?
    Katrin: No, that is only an unsubscribe, you can do that yourself in the newsletter tool.`,
    "faq",
    true,
  );
  const also = body.find(({ heading }) => heading === "Also asked")?.statements.map(({ text }) => text) ?? [];
  expect(also.join(" ")).toContain("only an unsubscribe");
  expect(also.join(" ")).toContain("take me off your list");
});

test("a helper's question back does not begin another article", () => {
  const { title, page } = written(`
    Tanja: The prescription is already out and has the wrong dose. How do I take that back?
    Julia: go into the patient's file, then the prescription list and click on it. What's the status on the right?
    Tanja: accepted
    Julia: Call the pharmacy, they have to give it back, then it jumps to issued. Only with issued you have the Withdraw button.
    Tanja: worked, thanks`);
  expect(title).not.toMatch(/^go into/i);
  expect(page).toContain("Only with issued you have the Withdraw button.");
});

test("a bracket is not cut at its dots, nor the figure before it taken for a smile", () => {
  const { page } = written(`
    Tobias: How do I replay the lost webhooks of one merchant?
    Nele: 1. get the merchant id out of the admin (the m_… one, not the customer number)
    2. run \`relay replay --merchant ID --dry-run\` and read what it says
    Nele: Hold the button on the left of the logger (it shows the hours over 8) before you begin.`);
  expect(page).toContain("(the m_… one, not the customer number)");
  expect(page).toContain("(it shows the hours over 8)");
});

test("forgotten apostrophes and shouted little words are set right, nothing else", () => {
  const { page } = written(
    `
    Marek: The scanner hangs at Sync 0/1 and I cannot log in, what now?
    Silke: pls DONT pull the battery. The one before you didnt finish his pick, thats all. Press yellow and F3 for five seconds and choose "discard open task". BUT wait a minute in the dock before you log in.`,
    "troubleshooting",
  );
  expect(page).toContain("The one before you didn't finish his pick");
  expect(page).toMatch(/please don't pull the battery/i);
  expect(page).toContain("But wait a minute in the dock");
});

test("a title keeps whom something does not let in, and a rule that is announced is nothing to fix", () => {
  const refused = written(
    `
    Jonas: VPN doesn't let me in since I changed my password
    Karsten: The client keeps the old password in the credential store. Open Credential Manager, remove the entry \`SLK_gw2\` and log in with the new one.
    Jonas: that was it, thanks`,
    "troubleshooting",
  );
  expect(refused.title).toContain("VPN doesn't let you in");
  const announced = written(
    `
    Rebecca: From 2026 you can carry over a maximum of 5 days into the next year. They need to be taken by 31 March, after that they drop off. Days from 2025 are still under the old rule.
    Iwona: and for part time?
    Rebecca: pro rata, so 3 for three days a week`,
    "troubleshooting",
  );
  expect(announced.title).not.toMatch(/^Fix:/);
});

test("what only points at something is named by the word that the answer takes up", () => {
  const { title } = written(`
    Priscilla: A prospect wants an NDA before we show them the roadmap. Which one do I send and can my boss just sign it?
    Adam: Send the mutual one, Templates > NDA > Mutual. The other is only for when we are just receiving, like vendor demos.`);
  expect(title).toBe("NDA: which one to send and can the boss just sign it");
});

test("what a newcomer explains is told, though somebody else has asked before", () => {
  const { page } = written(
    `
    Callum: third one this morning: "your password reset link has expired" and they swear they clicked within a minute. anyone else?
    Aisha: Yes, two on the phone! Both at the same hotel group
    Nadia: @Zuza is something wrong with the resets?
    Zuza: looked at the log. The link was opened 4 seconds after the mail went out, from an address that belongs to their mail scanner. Then the human clicks, and the link is used up.
    Callum: what do I tell them?
    Zuza: Kestrel → customer → Logins → **Send code** instead of **Send link**. Six digits, no link for the scanner to eat.
    Callum: worked, thanks`,
    "troubleshooting",
    true,
  );
  expect(page).toContain("from an address that belongs to their mail scanner");
  expect(page).toContain("Send code");
});

test("what is about its teller alone is left out, and a question that asks why keeps its kind", () => {
  const { page, contentType } = written(
    `
    Mei: why does every build of the shop take 9 minutes?
    Leon: Because we copy everything before we install, so any changed file invalidates the layer.
    Leon: Copy the lock file first, run \`npm ci\`, then copy the rest. Ask me about the day I lost my keys and my coffee on the same stairs.
    Mei: 1:22 now, thanks`,
    "troubleshooting",
  );
  expect(page).not.toContain("coffee");
  expect(contentType).toBe("troubleshooting");
});

test("what began a conversation stays its matter when who asked has another question", () => {
  const { page, body } = written(`
    DeShawn: scanner says WAVE LOCKED BY USR 114 and wont let me pick. 114 is Luis he went home
    Marcy: I have to release it. Supervisor menu 7 > 3 > type the wave > F4
    DeShawn: do I lose what he picked already in this wave
    Marcy: no its kept BUT check his scanner in the cradle first, the dot needs to be green.`);
  expect(page).toContain("Supervisor menu 7 > 3 > type the wave > F4");
  const also = body.find(({ heading }) => heading === "Also asked")?.statements.map(({ text }) => text) ?? [];
  expect(also.join(" ")).toContain("check his scanner in the cradle first");
});

test("a rule from a date on is told, not asked, and questions about it stand below it with their answers", () => {
  const { page, body } = written(`
    Sipho: All drivers please note. From Mon 9 March cash bags go in the drop safe before you leave the yard, also after the late shift. The insurer doesn't pay for cash that isn't in the safe. Variance up to R50 is written off, R50 to R200 you fill in form CB2 the same day.
    Thabo: and if the safe is jammed like last Sunday?
    Sipho: Then the control room takes the bag against a signature in the brown book, any hour.`);
  expect(page).toContain("Variance up to R50 is written off");
  expect(page).not.toContain("please note");
  const also = body.find(({ heading }) => heading === "Also asked")?.statements.map(({ text }) => text) ?? [];
  expect(also.join(" ")).toMatch(/if the safe is jammed/i);
  expect(also.join(" ")).toContain("against a signature in the brown book");
});

test("thanks for something else do not end the conversation", () => {
  const { page } = written(`
    Jia: client says the invoice value in their permit is wrong, permit approved already. Can amend or must cancel?
    Marcus: value can amend in Tradelane, open the permit > Actions > Amend, not Copy!
    Priya: who is ordering coffee today
    Jia: black without sugar, thanks Priya
    Jia: eh, Amend is greyed out for me
    Rajendran: After release the button is only for supervisors. Within 5 calendar days you write a letter of explanation with template LOE-2.`);
  expect(page).toContain("After release the button is only for supervisors");
});

test("a short rule that the answer would be wrong without is told", () => {
  const { page } = written(`
    Cheryl: ceiling of 05-11 is dripping since last night. what do i do first?
    Hafiz: Log it in Condo+ under Defects > Inter-floor, with photos. Visit the same day with the technician.
    Cheryl: and who pays the test?
    Hafiz: whoever's at fault. If it's the slab waterproofing, 50-50 between both units. If it's the pipe in the common shaft then the council pays all.`);
  expect(page).toContain("50-50 between both units");
  expect(page).toContain("then the council pays all");
});

test("an answer to a question of an office is no documentation, and no explanation either unless it was asked why", () => {
  const said = `
    Refilwe: do all volunteers need police clearance?
    Hester: The homework club yes, anything with children. Soup kitchen no, they are always with staff.`;
  expect(written(said, "documentation").contentType).toBe("faq");
  expect(written(said, "explanation").contentType).toBe("faq");
  const why = written(said.replace("do all volunteers", "why do all volunteers"), "explanation");
  expect(why.contentType).toBe("explanation");
});

test("colleagues who call each other by first names are not addressed on the page", () => {
  const { page } = written(
    `
    Paolo Ricci: how much may a hotel cost in Milan?
    Ines Duarte: Paolo, the limit is 140 euros a night, city tax not included.
    Ines Duarte: No Paolo, breakfast is not in it. Take the receipts to Lorna, she pays them out on Fridays.
    Paolo Ricci: thanks Ines`,
    "faq",
  );
  expect(page).toContain("The limit is 140 euros a night");
  expect(page).not.toContain("Paolo");
  expect(page).toContain("Take the receipts to Lorna");
});

test("a name that is a month or a word stays", () => {
  const { page } = written(`
    Rita Okafor: when can the pool be booked?
    May Lin: May, June and September can be booked by every team, July only by schools.`);
  expect(page).toContain("May, June and September can be booked");
});
