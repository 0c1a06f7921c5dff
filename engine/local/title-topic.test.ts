import { expect, test } from "vitest";
import { conversationOf } from "./golden-conversation.ts";
import { composeArticle } from "./write-article.ts";

const titleOf = (chat: string) =>
  composeArticle(conversationOf(chat), "howto", { channelName: "office", knownTags: [] }).article().title;

test("a question that names no matter has the matter in front of it that asker and answer speak of", () => {
  expect(
    titleOf(`
    Mei: hi all, permit approved already. Can amend or must cancel?
    Ravi: quantity can amend as long as the permit is not used yet, one amendment is free
    Mei: ok, permit not used yet
    Ravi: then TradeDesk > Permits > Amend, takes about an hour`),
  ).toBe("Permit: can amend or must cancel?");
});

test("what its asker says of somebody's mood gives way to what is asked, under its topic", () => {
  expect(
    titleOf(`
    Ana: guest of the family suite is complaining because we charged the pool fee for a girl of 11. What is the limit?
    Marco: children under 12 swim for free, so take the pool fee off. From 12 on it is 6 € a day.`),
  ).toBe("Pool fee: what is the limit?");
});

test("what there is gets the question behind it that its asker puts next", () => {
  expect(
    titleOf(`
    Jo: staging says waiting for lock since this morning. How do I get rid of it?
    Kim: look first that the build is really gone, then release the lock with shipit lock release staging`),
  ).toBe("Staging says waiting for lock: how to get rid of it");
  expect(
    titleOf(`
    Jo: the milk fridge shows 11 degrees this morning!! what do I do?
    Kim: Shut the milk fridge, put the sign on it and measure again after 30 minutes. Over 8 degrees everything goes.`),
  ).toBe("The milk fridge shows 11 degrees: what to do");
});

test("a guess and a request for opinions are no part of a title", () => {
  expect(
    titleOf(`
    Jo: the tunnel shows green but no page opens. Is something down at the office?
    Kim: No, your laptop has an old certificate. Open Keys > Renew, then connect the tunnel again.`),
  ).not.toContain("something");
});

test("an announcement keeps its no", () => {
  expect(
    titleOf(`
    Sue: Everybody who touches supplier records please read. From today NOBODY changes a bank account because of a mail. Ring the supplier on the number of the supplier card first.
    Ben: ok, and if there is no number?
    Sue: Then ask me.`),
  ).toBe("Nobody changes a bank account because of a mail");
});

test("'Which one' and 'them' get the thing in front that their asker has named", () => {
  expect(
    titleOf(`
    Lea: I received the 3 new loggers for the archive, is there a procedure somewhere to put them in service?
    Tom: Charge it one night, scan the code in the app, set the interval to 15 minutes and put it at 1.5 m height.`),
  ).toBe("New loggers: is there a procedure somewhere to put them in service?");
});

test("names in capitals stay so behind a colon", () => {
  expect(
    titleOf(`
    Jo: the slot is refused for the truck. PO says not released, how do I get it released?
    Kim: The buyer releases the PO in Contracts > Release, then ask for the slot again.`),
  ).not.toContain("pO");
});
