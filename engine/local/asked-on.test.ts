import { expect, test } from "vitest";
import type { ContentType } from "../../shared/domain/facets.ts";
import { conversationOf } from "./golden-conversation.ts";
import { ofHelper } from "./voice.ts";
import { writeArticle } from "./write-article.ts";

/** The article of a conversation; `sections` by heading, each as one text. */
function written(said: string, kind: ContentType = "faq") {
  const article = writeArticle(conversationOf(said), kind, { channelName: "help", knownTags: [] }, 0.9);
  const textOf = (statements: { text: string }[]) => statements.map(({ text }) => text).join("\n");
  const sections = Object.fromEntries(article.body.map((one) => [one.heading ?? "", textOf(one.statements)]));
  return { sections, page: [textOf(article.summary), ...Object.values(sections)].join("\n") };
}

test("a follow-up without a question mark stands above its answer, in the order of the conversation", () => {
  const { sections } = written(`
    Ann: Who gets a permit for the staff car park?
    Bob: Everybody who lives more than 3 miles away or works shifts that end after 9 pm. Portal > Travel > Permit B, 28 a month.
    Ann: and people who have neither
    Bob: waiting list, about a year.
    Ann: ok. and if i change my car
    Bob: change the plate yourself in the portal, or you get a ticket`);
  expect(sections["Also asked"]).toBe(
    "**And people who have neither?** Waiting list, about a year.\n**If you change your car?** Change the plate yourself in the portal, or you get a ticket.",
  );
});

test("each answer stands below its own follow-up, never in the paragraph of another", () => {
  const { sections } = written(`
    Ann: How do I book an interpreter for a patient?
    Bob: For short appointments ring the phone line, the number is on the card in the clinic folder.
    Ann: she's back for a long appointment of 40 min, should I use the phone again?
    Bob: over 20 minutes we book a person, 5 working days ahead
    Ann: and if she doesnt turn up
    Bob: cancel 24 hours before and it's free, after that the department pays 62 pounds`);
  expect(sections["Also asked"]).toContain(
    "use the phone again?** Over 20 minutes we book a person, 5 working days ahead.\n",
  );
  expect(sections["Also asked"]).toContain("**If she doesn't turn up?** Cancel 24 hours before and it's free");
});

test("what somebody else asks along stands above its answer, and what is about something else is not told", () => {
  const { sections, page } = written(`
    Ann: The meeting room was booked until 9, why does the heating go off at six?
    Bob: The booking doesn't talk to the boiler. Ask for an extension: Helpdesk > Building > Out of hours heating, by noon the day before.
    Cleo: has anyone seen my stethoscope, the red one
    Bob: stethoscope is on the desk of the porter
    Dan: does that do the annexe as well?
    Bob: No, the annexe has its own thermostat by the fire door, press + for 2 hours.`);
  expect(sections["Also asked"]).toBe(
    "**Does that do the annexe as well?** No, the annexe has its own thermostat by the fire door, press + for 2 hours.",
  );
  expect(page).not.toContain("stethoscope");
});

test("an answer that hangs on what the asker adds is told with it", () => {
  const { sections } = written(`
    Ann: May a relative translate for a patient?
    Bob: For directions and appointments yes. Not for consent or results, that is policy.
    Ann: it's results
    Bob: phone interpreter then
    Ann: and I thought the line closes at 6
    Bob: not the phone line, that one is open day and night`);
  expect(sections["Also asked"]).toBe(
    "**It's results?** Phone interpreter then.\n**The line closes at 6?** Not the phone line, that one is open day and night.",
  );
});

test("what is added for everybody belongs to the whole, not to the follow-up before it", () => {
  const { sections } = written(`
    Ann: What do I send when I'm ill?
    Bob: Nothing, we fetch the note from your insurance ourselves. Tell us from when to when the doctor wrote you sick.
    Ann: is it the same when my kid is ill?
    Bob: No, for a child we need the doctor's note from the first day.
    Ann: ok good to know
    Bob: for all who read along: report by phone to your shift lead before the shift begins`);
  expect(sections["Also asked"]).toBe(
    "**Is it the same when your kid is ill?** No, for a child we need the doctor's note from the first day.",
  );
  expect(sections.Answer).toContain("Report by phone to your shift lead before the shift begins.");
});

test("what an announcement is asked on stands with its answer, down to a name", () => {
  const { sections } = written(
    `
    Sue: From today nobody changes an account number because of an email. Ring the supplier on the number in the supplier card, then a second person confirms it under Suppliers > Changes.
    Dan: what if there's no number on the card?
    Sue: take the one on the last paper invoice that we have
    Dan: and who's the second person when you're off, it's only us two
    Sue: Darren.`,
    "documentation",
  );
  expect(sections["Also asked"]).toContain("**And who's the second person when you're off?** Darren.");
});

test("what a message sets right replaces what it broke off", () => {
  const { page } = written(`
    Ann: Until when may a guest with a gold card stay on the last day?
    Bob: Gold is 14:00, platinum is 16:00. Without a card it costs 25 euro until 14:00.
    Ann: and if he wants 15?
    Bob: then he pays the 25.. no, 25 is only to 14. half rate. Or the duty manager gives one hour.`);
  expect(page).toContain("**If he wants 15?** 25 is only to 14. Half rate. Or the duty manager gives one hour.");
  expect(page).not.toContain("he pays the 25");
});

test("what was scratched goes, what is so stays, and so does what was said before", () => {
  const { page } = written(`
    Ann: How much discount can I give without asking?
    Bob: Up to 4 percent is yours, from 4 to 8 you ask me, and past 8 finance has to look at the margin.
    Ann: 4 of the gross right?
    Bob: gross yeah
    Bob: no wait. scratch that, it's after the utility rebate comes off.`);
  expect(page).toContain("past 8 finance has to look at the margin");
  expect(page).toContain("**4 of the gross right?** After the utility rebate comes off.");
  expect(page).not.toContain("Gross yeah");
});

test("praise, bets and errands for a colleague are not told", () => {
  const { page } = written(
    `
    Ann: Does somebody know E7 on the key machine? It writes no cards.
    Bob: It lost the time. Menu → 9 → Clock, set date and time, then E7 is gone. bet you a coffee the cleaner unplugged it
    Cleo: brava!! putting tape on that plug
    Bob: get that plug moved cleo`,
    "troubleshooting",
  );
  expect(page).toContain("set date and time");
  expect(page).not.toMatch(/coffee|brava|tape|moved/i);
});

test("lines that their writer ended are sentences of their own", () => {
  const { page } = written(
    "Ann: which contract do we send for 60k a year?\nBob: short = 25 to 100k\nlong = over 100k or anything for government and universities, comes with the security annex\nunder 25 they click the online terms",
  );
  expect(page).toContain("Short = 25 to 100k.");
  expect(page).toContain("Under 25 they click the online terms.");
});

test("of what is asked in one go the question with most in it is shown, and no remark that is only agreed to", () => {
  const { sections } = written(`
    Ann: Housekeeping found a tablet in a room. Who do I give it to?
    Bob: It goes in the safe, with two signatures, within the hour of finding it.
    Ann: and should i ring the guest to tell him?
    Ann: i have the number in the booking
    Bob: no, never ring, we answer by mail to the address on the booking
    Ann: good thing i was making tea
    Bob: yep, write it into the lost property book first`);
  expect(sections["Also asked"]).toContain("**And should you ring the guest to tell him?** No, never ring");
  expect(sections["Also asked"]).not.toContain("tea");
});

test("once who asked has spoken of something else, what is said next is not in the paragraph of his question", () => {
  const { sections } = written(`
    Ann: How do I merge two accounts of one customer?
    Bob: Start from the one that you keep: Admin > Customers > Merge into this, then it wants the number of the other one.
    Ann: and which do i keep
    Bob: the one with the paying subscription
    Ann: button is grey :(
    Bob: two currencies can't be merged by us, open a ticket to billing`);
  expect(sections["Also asked"]).toBe("**And which do you keep?** The one with the paying subscription.");
  expect(sections.Answer).toContain("Two currencies can't be merged by us");
});

test("a question back is no follow-up: what is asked on keeps its answer, and nothing stands under the helper's question", () => {
  const { sections, page } = written(`
    Ann: May crew take leave in the last two weeks of the run?
    Bob: No leave from the first of December until the end of the run, for crew and front of house.
    Cid: and my 11 hours of time off from the August get-out
    Bob: August the what?
    Cid: 2nd
    Bob: Then you have until Saturday. After eight weeks it is gone, we don't pay it.`);
  expect(page).not.toContain("August the what");
  expect(sections["Also asked"]).toMatch(/from the August get-out\?\*\*.* eight weeks it is gone/);
});

test("a guess of a bystander takes no answer away", () => {
  const { sections } = written(`
    Ann: The label says BN9-14-K, what is that code?
    Cid: Before my time
    Dan: or the 9th of something
    Bob: Old code, from before 2022. BN is bean, 9 the harvest year, 14 the field, K the dryer.`);
  expect(sections["Answer"]).toContain("BN is bean, 9 the harvest year, 14 the field, K the dryer.");
  expect(Object.keys(sections)).not.toContain("Also asked");
});

test("what the asker answers in two words is not shown as a question", () => {
  const { page } = written(`
    Ann: The replicates of this lettuce lot differ by 26 points, may we pack it?
    Bob: They may differ by 16 points at most, so the test does not count. Repeat it with four new replicates.
    Bob: And when was it harvested?
    Ann: 20 August
    Bob: Then it is quite likely dormant too. Seed younger than two months is chilled first, 5 days at 7 degrees.`);
  expect(page).not.toContain("20 August?");
  expect(page).toContain("Seed younger than two months is chilled first, 5 days at 7 degrees.");
});

test("a newcomer's question is shown where the answer to it cannot be read without", () => {
  const { sections } = written(`
    Ann: The release is broken, the button gives an error. For a rollback, is the order database down, then code?
    Bob: Never run down in production. Migrations only add, so the old code runs with the new schema.
    Ann: button works again
    Cid: do you need to ask somebody before a rollback?
    Bob: no, who is on call just does it and writes in the support channel after`);
  expect(sections["Also asked"]).toBe(
    "**Do you need to ask somebody before a rollback?** No, who is on call just does it and writes in the support channel after.",
  );
});

test("what helpers ask back about the matter takes none of their words along", () => {
  const { page } = written(`
    Ann: the label machine prints 01.01.2020
    Bob: Who switched it off at the wall over New Year?
    Cid: me, for safety
    Bob: It forgets the date when you do that. Leave the wall on, use the standby button on the front.`);
  expect(page).toContain("Leave the wall on, use the standby button on the front.");
});

test("a sentence of one message does not go on in the next that begins anew", () => {
  const { page } = written(`
    Ann: How do I roll back a release, database down first?
    Bob: Never. A down would drop the column and the data of people who extended in the last hour
    Bob: from the deploy box only \`kr release rollback --to 2.60.3\`, takes 3 minutes`);
  expect(page).toContain("who extended in the last hour.\n");
  expect(page).toContain("From the deploy box only");
});

test("a quotation that its writer introduces is told", () => {
  const { page } = written(`
    Ann: I got a jury summons, what about my pay?
    Bob: From the handbook, 5.4:
> Employees summoned for jury service receive regular pay for up to ten working days a year.
So: a copy of the summons to me, code JURY on the timesheet.`);
  expect(page).toContain("receive regular pay for up to ten working days a year.");
});

test("advice that the asker tried with worse to follow is not given, nor is a joke", () => {
  const { page } = written(`
    Ann: The import says "Row 212: tag mismatch", what do I do?
    Cid: ask the printer nicely 😄
    Dan: There is a box for ignoring errors
    Ann: tried, now half of the segments are empty
    Bob: Restore yesterday's snapshot first, Project > History. Then export a fresh review file and import only the target column.`);
  expect(page).not.toMatch(/ignoring errors|nicely/);
  expect(page).toContain("Restore yesterday's snapshot first");
});

test("who tells two things of himself is named once, and again where another word stands between", () => {
  expect(ofHelper("I wrote it into the method but I see that it is only in Dutch", "Hendrik")).toBe(
    "Hendrik wrote it into the method but sees that it is only in Dutch",
  );
  expect(ofHelper("I restart it, but it fails when I log off", "Hendrik")).toBe(
    "Hendrik restarts it, but it fails when Hendrik logs off",
  );
});
