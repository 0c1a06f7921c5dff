import { expect, test } from "vitest";
import type { ContentType } from "../../shared/domain/facets.ts";
import { isBareCode } from "./bare-code.ts";
import { conversationOf } from "./golden-conversation.ts";
import { polish } from "./polish.ts";
import { withoutAddress, withoutWordsToOthers } from "./said-to.ts";
import { titleFrom } from "./title.ts";
import { ofYou } from "./voice.ts";
import { writeArticle } from "./write-article.ts";

/** What kept articles from being published as they were, when they were read beside their conversations. */

function written(said: string, kind: ContentType = "howto") {
  const article = writeArticle(conversationOf(said), kind, { channelName: "help", knownTags: [] }, 0.9);
  const told = [...article.summary, ...article.body.flatMap(({ statements }) => statements)];
  const summary = article.summary.map(({ text }) => text).join(" ");
  return { ...article, told, summary, page: told.map(({ text }) => text).join("\n") };
}

test("where the answer refuses the asker's own remedy, the title says what went wrong", () => {
  const { title, summary } = written(`
    Mei: I merged the wrong branch into main and it's pushed. can I reset main and force push?
    Priya: Please don't, main is protected and four people have pulled it. Revert it.
    Priya: A merge has two parents, so git asks which side is the main line: \`git revert -m 1 <merge commit>\` and push that.
    Mei: done, build is green. thank you`);
  expect(title).toBe("Merged the wrong branch into main and it's pushed: is it possible to reset main and force push?");
  expect(summary).toContain("main is protected");
});

test.each([
  [
    "I get a new phone tomorrow, what do I do about the sign-in codes?",
    "New phone: what do I do about the sign-in codes?",
  ],
  ["I run release 7 here, but I want to upgrade to release 8.", "How to upgrade to release 8"],
  ["Trying again: the repository moved to a new owner", "The repository moved to a new owner"],
  ["whats the command to regenerate the default config?", "What's the command to regenerate the default config?"],
  [
    "I had to use the old scanner because that was all we had",
    "I had to use the old scanner because that was all we had",
  ],
  [
    "When I set the inner network interface (https://example.com/a#b) what address should I put in?",
    "When I set the inner network interface what address should I put in?",
  ],
])("a title is made of what is searched for: %s", (said, title) => {
  expect(titleFrom(said, [])).toBe(title);
});

test("a question of the asker that no answer touches is not told, and the answer opens the article", () => {
  const { summary } = written(`
    Sofia: On the train. The tunnel shows green, I can reach nothing, not even the intranet. Is something down at the office?
    Tomas: It's the train: their wifi can't carry our packet size.
    Tomas: Edit the tunnel, under \`[Interface]\` write \`MTU = 1280\`, off and on.
    Sofia: Now it works, thank you.`);
  expect(summary).toBe("It's the train: their wifi can't carry our packet size.");
});

test("a question is not told again with the asker's story around it", () => {
  const { title, summary } = written(`
    Ann: I am curious, when I deploy an image that was built here, is it possible to upload only the top layer that changed, and let our servers take the lower ones from the cache?
    Bob: The layers are there to make uploads smaller. They are recognized, and only those that changed are sent.
    Ann: ok, that makes sense, thanks`);
  expect(title).toContain("upload only the top layer that changed");
  expect(summary).not.toMatch(/curious/i);
});

test("what counts occurrences, speaks to everybody or goes on from a question back is not told", () => {
  const counted = written(
    `
    Callum: third one this morning: "your password reset link has expired" and they swear they clicked within a minute
    Zoe: Their mail scanner opens every link, and the links work exactly once.
    Zoe: Use **Send code** instead of **Send link**, they type six digits at the portal.
    Callum: works, thanks`,
    "troubleshooting",
  );
  expect(counted.page).not.toMatch(/third one/i);
  const everybody = written(
    `
    Sofia: I got a mail from "Grace" asking me to buy gift cards. It's not from Grace, right?
    Tomas: everyone: don't answer, don't forward, don't click "unsubscribe". Press the button **Report** → **Phishing**.`,
    "troubleshooting",
  );
  expect(everybody.page).toContain("Don't answer, don't forward");
  const back = written(
    `
    Hannah: A customer can't get into the portal. Every mail we send him to set his password says "link no longer valid".
    Aisha: Does he have a company mail filter?
    Hannah: It's a clinic, they filter everything
    Aisha: Then the filter opens the link first and uses it up. Don't send a link: press **Send code**, and he types the six digits.
    Hannah: he is in, thanks`,
    "troubleshooting",
  );
  expect(back.page).toContain("The filter opens the link first and uses it up.");
});

test("the word that somebody meant takes the place of the one that was wrong, with both messages as sources", () => {
  const { page, told } = written(`
    Kim: How do I minimize any window to the system tray?
    Theo: You can download AllDock, look for it under add or remove programs.
    Theo: Kim, i meant "AllTray"
    Kim: it works, thanks`);
  expect(page).toContain("You can download AllTray");
  expect(page).not.toContain("AllDock");
  expect(told.find(({ text }) => text.includes("AllTray"))?.sources).toHaveLength(2);
});

test("a command behind a name is code, and a sentence with one is told however few its words", () => {
  const { told, page } = written(`
    Kim: How do I install opera on this release?
    Theo: Kim, sudo apt-get install opera
    Theo: Kim, do ls -al ~/opera to see its files and where they are
    Kim: thanks`);
  expect(told.find(({ form }) => form === "code")?.text).toBe("sudo apt-get install opera");
  expect(page).toContain("Do ls -al ~/opera to see its files");
});

test("a name in angle brackets or before a colon is no word of the sentence, a tag and a word are", () => {
  expect(withoutAddress("<dana> Install the package", ["Dana"])).toBe("Install the package");
  expect(withoutAddress("@Dana Fox: install it", ["Dana Fox"])).toBe("install it");
  expect(withoutAddress("Dana installs it", ["Dana"])).toBe("Dana installs it");
  expect(withoutAddress("Parcels: by 14:00", ["Dana"])).toBe("Parcels: by 14:00");
});

test("what is said by name to somebody who is not in the conversation belongs to another one", () => {
  const textsOf = (said: string) => withoutWordsToOthers(conversationOf(said)).messages.map(({ text }) => text);
  expect(
    textsOf(`
    Kim: is it safe to just install the new version?
    Theo: <sam_>: Install the whole server, it's a package
    Ann: bmj519_shop: people find the exchange easy to use
    Ann: Kim: yes, both can be installed`),
  ).toEqual(["is it safe to just install the new version?", "Kim: yes, both can be installed"]);
  expect(
    textsOf(`
    Kim: when do we close?
    Theo: Parcels: by 14:00
    Theo: <div> is a tag, and max_age: how many days`),
  ).toHaveLength(3);
});

test("a sentence goes on after an ellipsis, a bare command is code", () => {
  const { page, told } = written(`
    Kim: How can I close the ports 445 and 139, and see which devices use them?
    Theo: On the desktop, the icon in the bar (next to the clock, the battery etc…) has an option for the firewall.
    Theo: cat /proc/net/dev
    Kim: thanks, that helped`);
  expect(page).toContain("the battery etc…) has an option for the firewall.");
  expect(polish("there r tools to watch the ports", [])).toBe("There are tools to watch the ports.");
  expect(told.find(({ form }) => form === "code")?.text).toBe("cat /proc/net/dev");
});

test("a way out that is put as a question is told as advice", () => {
  const { page } = written(`
    Kim: how can i close the ports 445 and 139?
    Theo: Get a firewall or disable the file service? whatever it is that runs on those ports.
    Kim: ok thanks.`);
  expect(page).toContain("Get a firewall or disable the file service.");
});

test("two things that one may do are an answer, no steps", () => {
  const { body } = written(`
    Kim: How do I buy ether for my account?
    Theo: You can try with the shop, it sells small amounts.
    Theo: You can use the exchange to buy larger amounts of ether.
    Kim: thanks`);
  expect(body.map(({ heading }) => heading)).toEqual(["Answer"]);
});

test("where many talk at once, a draft has to be likelier to be fit before it is shown at all", () => {
  const said = `
    Kim: Can the queue worker be scripted?
    Theo: You can write a small shell script which uses the queue worker.
    Kim: hm, and then?`;
  const [alone, called] = [said, said.replace("You can", "Kim: you can")].map((text) => written(text).confidence ?? 1);
  expect(alone).toBeGreaterThan(0.3);
  expect(called).toBeLessThan(0.05);
});

test("lines of code that were sent one by one are one block, and no sentence", () => {
  const { told, page } = written(`
    Kim: How do I serialize one order to json and add it to the file?
    Theo: You need a class for it first.
    Theo: public class Order{
    Theo: public int id{get;set;}
    Theo: }
    Theo: then you can serialize that object with the serializer of the shop
    Kim: thanks, that works`);
  expect(told.filter(({ form }) => form === "code").map(({ text }) => text)).toEqual([
    "public class Order{\npublic int id{get;set;}\n}",
  ]);
  expect(page).toContain("Then you can serialize that object with the serializer of the shop.");
  expect(isBareCode("wait ten seconds;")).toBe(false);
});

test("what somebody calls his own at the end of a sentence is told of the reader, and no fragment opens a page", () => {
  expect(ofYou("I want a clean window because the old one doesn't satisfy me.")).toContain("satisfy you.");
  const { summary } = written(`
    Ann: quick question on testing with the new runner. What is the best practice for testing a file without its dependencies?
    Bob: With the new runner you can replace a module by a mock. Put the mock into a module of its own and import it first.
    Ann: thanks`);
  expect(summary).not.toMatch(/^on testing/i);
});

test("what a bot says at a command is no answer, also where nobody else gave one", () => {
  const { confidence } = written(`
    Roach: How do I get the source of a package that does not exist here?
    Ubotu: You can easily fetch a package's source with apt-get. See: https://example.com/sources.html
    Macd: that line was for you`);
  expect(confidence).toBeLessThan(0.05);
});
