import { expect, test } from "vitest";
import type { ContentType } from "../../shared/domain/facets.ts";
import { conversationOf } from "./golden-conversation.ts";
import { writeArticle } from "./write-article.ts";

function written(said: string, kind: ContentType = "howto") {
  const article = writeArticle(conversationOf(said), kind, { channelName: "help", knownTags: [] }, 0.9);
  const told = [...article.summary, ...article.body.flatMap(({ statements }) => statements)];
  return { ...article, told, page: told.map(({ text }) => text).join("\n") };
}

test("a step that names a channel as its place is told; a word about where to talk is not", () => {
  const { page } = written(`
    Ann: How do I hold back an order that was paid twice?
    Bob: Open the order, press **Hold** and write the reason.
    Bob: then post it in #orders
    Cleo: please ask such things in #billing instead, this is the wrong channel`);
  expect(page).toContain("Then post it in #orders.");
  expect(page).not.toContain("#billing");
});

test("words at the end of a sentence that say something stay, also where they look like manners", () => {
  const { page } = written(`
    Ann: Where do I switch the scanner to the night mode?
    Bob: The switch is under the flap on the right.
    Bob: If it does not light up, call the warehouse guys.
    Ann: found it, thanks`);
  expect(page).toContain("under the flap on the right.");
  expect(page).toContain("call the warehouse guys.");
});

test("'env.' ends no sentence", () => {
  const { page } = written(`
    Ann: Where should the database password go?
    Bob: Use env. vars or a local config file, and never commit them.`);
  expect(page).toContain("Use env. vars or a local config file");
});

test("what is advised where something else is met says in which case it holds", () => {
  const { page, told } = written(`
    Ann: How do I refund one parcel of an order?
    Bob: Open the order, tab **Parcels**, then Actions → Refund parcel.
    Ann: there's no Actions button on the parcel page for me
    Bob: Press **Sync carrier** at the top, wait ten seconds and reload.
    Ann: that was it, thanks`);
  expect(page).toContain("If there's no Actions button on the parcel page: Press **Sync carrier**");
  expect(told.find(({ text }) => text.startsWith("If there's"))?.sources).toHaveLength(2);
});

test("an error that is met after the first advice is quoted before what helps against it", () => {
  const { page } = written(
    `
    Ann: The browser says the local shop is not secure since this morning.
    Bob: The certificate ran out today. \`npm run cert\` makes a new one.
    Ann: ran it, still red, "authority invalid" now
    Bob: Then the root is not in your system store any more. Run \`mkcert -install\` once.
    Ann: green again, thanks`,
    "troubleshooting",
  );
  expect(page).toContain('If it says "authority invalid": The root is not in your system store');
});

test("what only answers a question back is no case, nor is that something still fails", () => {
  const { page } = written(`
    Ann: Customer refused a pallet. Who claims that, us or them?
    Bob: We do. Visible damage must be on the delivery receipt in words. Did they write it?
    Ann: It says "damaged" and they took photos
    Bob: Then upload photos of the label and of the damage in the portal under Claims.
    Ann: the portal still shows nothing
    Bob: Reload it after a minute, it is slow.`);
  expect(page).not.toMatch(/^If /m);
});

test("a no whose question the page does not show is not told", () => {
  const { page } = written(
    `
    Ann: Finance says three customers were credited twice yesterday. Bug on their side?
    Bob: No, that is promised: "at least once". They repeat when we do not answer within 10 seconds.
    Bob: Store the raw event first, return 200, and do the work from the queue.
    Ann: deployed, thanks`,
    "troubleshooting",
  );
  expect(page).toContain('That is promised: "at least once".');
  expect(page).not.toContain("No, that");
});

test("a question that points at the sentence before it stands in the title with it", () => {
  const { title } = written(
    `
    Ann: Customer in Oslo ordered 3 espresso machines and a grinder. Anything special or just ship it?
    Bob: Norway is not in the customs union, so it needs a commercial invoice in English, three copies.
    Ann: done, thanks!`,
    "explanation",
  );
  expect(title).toBe("Customer in Oslo ordered 3 espresso machines and a grinder: anything special or just ship it?");
});

test("what announces a question and when somebody travels are in no title", () => {
  const asked = written(`
    Ann: Serious question since we sell the machines: why does oat milk never foam? The cheap one, blue carton
    Bob: You need the **barista** one, it has fat (3 %). Stop at 55 degrees, above 60 it goes flat.
    Ann: works, thanks`);
  expect(asked.title).toBe("Why does oat milk never foam?");
  expect(asked.page).not.toMatch(/serious question|cheap one/i);
  const travels = written(`
    Ann: What may I spend on food in Dubai next month?
    Bob: Abroad it is per country, the Emirates have 65 for a full day and 44 for the days you travel.`);
  expect(travels.title).toBe("What may you spend on food in Dubai?");
});

test("a guide keeps all of its headings, what leads into a list, and examples in numbers; not why it was written", () => {
  const { page, body } = written(
    `
    Ann: I was asked three times this week how to check a grinder, so here is the whole thing, once. Please read it to the end before you call. Always ask for the serial number first. It is on the silver plate. The first two digits are the year, the next two the week. 2418 is week 18 of 2024.\\n\\n**1. What they hear.** What we need is one of these three:\\n- it hums but doesn't turn\\n- it turns but nothing comes out\\n- it's loud, screeches or smells\\nWrite the one that fits in the field **Symptom**.\\n\\n**2. Loud, screeches, smells.** Screeching at the start: burrs touch, collar one notch coarser. Smell of burnt plastic: off, unplug, workshop. Make sure that you ask when it began. Write down the answer, and check the date of purchase. If you need a new part, use the order form. The serial number and the date are always right.`.replaceAll(
      "\\n",
      "\n",
    ),
    "documentation",
  );
  expect(body.map(({ heading }) => heading)).toContain("Loud, screeches, smells");
  expect(page).toContain("What we need is one of these three:");
  expect(page).toContain("2418 is week 18 of 2024.");
  expect(page).toContain("The serial number and the date are always right.");
  expect(page).not.toMatch(/the whole thing|read it to the end/);
});

test.each([
  [
    "does anyone know the best practice for sharing sensitive files (e.g. passwords, usernames, etc) with co-workers?",
    "The best practice for sharing sensitive files with co-workers",
  ],
  [
    "I am curious, when I want to deploy an image that I built locally, is it possible to upload only its top layer?",
    "Is it possible to upload only its top layer?",
  ],
  ["I want to be able to change the colour of the status bar", "How to change the colour of the status bar"],
])("a title leaves out examples, the occasion and being able to: %s", (asked, title) => {
  const article = written(`
    Ann: ${asked}
    Bob: Use the vault for that: open it, add the file and share the entry with the team.
    Ann: thanks, that works`);
  expect(article.title).toBe(title);
});
