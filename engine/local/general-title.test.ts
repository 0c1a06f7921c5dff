import { expect, test } from "vitest";
import { generalTitle, partyIn } from "./general-title.ts";
import { conversationOf } from "./golden-conversation.ts";
import { impersonal } from "./impersonal.ts";
import { writeArticle } from "./write-article.ts";

const said = (title: string, known: string[] = [], party = "") => generalTitle(title, new Set(known), party);

test.each([
  ["Scanner 14 hangs again at Sync 0/1", "Scanner hangs at Sync 0/1"],
  [
    "E-217 cap torque low again on line 2, third day running, always between 7.30 and 8",
    "E-217 cap torque low on line 2",
  ],
  ["#05-11 ceiling dripping since last night", "Ceiling dripping"],
  ["Sensor in room 2 not detected since the update", "Sensor not detected since the update"],
  ["Card was refused at the station today, limit is fine", "Card was refused at the station, limit is fine"],
  ["Client Brossard says “seat count exceeded”", "Client says “seat count exceeded”"],
  ["Saldanha Foods container is on credit hold", "Container is on credit hold"],
  ["Quote for Shalimar Textiles is printing in $", "Quote is printing in $"],
  ["KM-204418, lady returned the Slieve jacket (€189)", "Customer returned the Slieve jacket"],
  ["Table 6 nut allergy, is the mai tai ok?", "Nut allergy, is the mai tai ok?"],
  ["How much do you charge, she says she is a member?", "How much do you charge?"],
])("a title leaves out what belongs to one case: %s", (title, general) => {
  expect(said(title)).toBe(general);
});

test.each([
  ["Trying to refresh staging from last night's dump", "How to refresh staging from last night's dump"],
  ["Since this morning you no longer have the Dossia ribbon in Outlook", "No Dossia ribbon in Outlook"],
  ["First time you are ill here, what do you have to send you?", "First time you are ill here: what to send"],
  ["How was it that you undo the corte Z?", "How to undo the corte Z"],
  ["How did you do that with the lost webhooks in January?", "What to do with the lost webhooks in January"],
  ["How did you roll back the api last time?", "How to roll back the api"],
  [
    "How many free days does the container have, client panics about storage?",
    "How many free days does the container have?",
  ],
  ["In Innkeep the bill is grey", "Innkeep: the bill is grey"],
  [
    "You sent your new account number to hr@ yesterday, will salary go there?",
    "New account number: will salary go there?",
  ],
  [
    "Buongiorno, we have a new supplier for the trade fair: how quick can you create them?",
    "New supplier for the trade fair: how quick can you create them?",
  ],
])("a title says the matter first: %s", (title, general) => {
  expect(said(title)).toBe(general);
});

test("a name that the answer speaks of stays, and so does an error's code", () => {
  expect(said("Quote for Shalimar Textiles is printing in $", ["shalimar", "textil"])).toContain("Shalimar Textiles");
  expect(said("E-217 cap torque low on line 2")).toBe("E-217 cap torque low on line 2");
  expect(said("How to just get a .deb file from apt")).toBe("How to just get a .deb file from apt");
  expect(said("Customer in Oslo ordered 3 espresso machines: anything special?")).toBe(
    "Customer in Oslo ordered 3 espresso machines: anything special?",
  );
});

test("somebody's name gives way to the word that the conversation has for such people, or to what is wanted", () => {
  expect(
    said(
      "Mrs. Albers got the wrong dose, e-rx is already out",
      [],
      partyIn("the patients wait. which patient? our customer"),
    ),
  ).toBe("Patient got the wrong dose, e-rx is already out");
  expect(said("Mr Petersen wants a tax certificate for his R2 500")).toBe("Tax certificate");
});

test("a title of which too little would be left stays as it is", () => {
  expect(said("Booking in 318")).toBe("Booking in 318");
});

test("what somebody wrote or a screen shows is quoted as it is", () => {
  expect(impersonal('A customer writes "please delete all my data immediately"')).toBe(
    'A customer writes "please delete all my data immediately"',
  );
});

test("where nothing that was asked speaks for itself, a later question of the same person is the title", () => {
  const { title } = writeArticle(
    conversationOf(`
    Ewa: do you also have everything two times? like 7 tickets that are identical
    Pawel: it's when they write to support@ and have info@ in cc, both end up in our queue
    Ewa: so I just solve one of the two?
    Pawel: pls not, solved sends the survey and then people give 1 star because nobody answered. Merge them
    Ewa: ok how does merge work, I only see "link"
    Pawel: open the OLDER one, Actions > Merge, type the number of the newer one. This direction, otherwise the attachments are lost.`),
    "howto",
    { channelName: "support", knownTags: [] },
  );
  expect(title).not.toBe("You just solve one of the two");
});

test.each([
  ["Colleagues, a guest has posted a reel of the pool", "A guest has posted a reel of the pool"],
  ["Ticket 48213, the import swaps day and month", "The import swaps day and month"],
  ["They imported 1,900 contacts and every birthday is wrong", "Imported contacts: every birthday is wrong"],
  ["Started Monday in the lab, got a £60 ticket today in car park 4", "Ticket in car park"],
  ["Fridge in treatment room showing 9.4, someone didn't shut it", "Fridge in treatment room showing 9.4"],
  ["From Mon 9 March cash bags go in the drop safe", "Cash bags go in the drop safe"],
  ["14 invoices blocked with status R", "Invoices blocked with status R"],
])("a title has no call for attention, no blame and no number of this time: %s", (title, general) => {
  expect(said(title)).toBe(general);
});

test("an announcement is called after its rule, not after whom it calls", () => {
  const { title } = writeArticle(
    conversationOf(`
    Rosa: Team, from today: the temperature is noted at loading AND at each store, with a photo of the display. Frozen goods -18 and colder. After the complaint we could prove nothing.
    Luis: ok
    Rosa: More than 30 minutes above the limit and the goods go back.`),
    "documentation",
    { channelName: "drivers", knownTags: [] },
  );
  expect(title).toBe("The temperature is noted at loading and at each store");
});
