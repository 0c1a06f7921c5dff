import { expect, test } from "vitest";
import type { ContentType } from "../../shared/domain/facets.ts";
import { conversationOf } from "./golden-conversation.ts";
import { writeArticle } from "./write-article.ts";

function written(said: string, kind: ContentType = "howto") {
  const article = writeArticle(conversationOf(said), kind, { channelName: "help", knownTags: [] }, 0.9);
  const told = [...article.summary, ...article.body.flatMap(({ statements }) => statements)].map(({ text }) => text);
  return { ...article, told, page: told.join("\n") };
}

test("yes and no stay where they answer a further question", () => {
  const { page } = written(`
    Ann: Do unused training days expire at the end of the year?
    Bob: Up to three days move to the next year on their own, and they must be used by the end of March.
    Ann: so 2 of my 5 would be lost if I do nothing?
    Bob: Yes. So please book at least two, your lead would rather plan them than discuss it in January.`);
  expect(page).toContain("would be lost if you do nothing?** Yes. So please book at least two");
});

test("of two things that were asked about, the one that was named comes before its reason", () => {
  const { page } = written(`
    Ann: The carrier sends every event twice. Is that a fault of theirs?
    Bob: No, they promise it at least once. Store the number of the event with a unique index and ignore the second one.
    Ann: Event number or parcel number? There can be several events for one parcel.
    Bob: Event number. The parcel number would swallow the return that comes later.`);
  expect(page).toContain("**Event number or parcel number?** Event number. The parcel number would swallow the return");
});

test("'what if' is a question without a mark, never a step", () => {
  const { page } = written(`
    Ann: How do I move my sign-in codes to a new phone?
    Bob: Sign in at the portal with the old phone, open Security → Second factor → **Add device** and scan the square.
    Cleo: what if the old phone is lost
    Bob: come by with your badge, then we reset it at the desk`);
  expect(page).toContain("**What if the old phone is lost?**");
  expect(page).not.toContain("What if the old phone is lost.");
});

test("advice that its author gives up for another's is not told", () => {
  const { page } = written(
    `
    Ann: The shared calendar doesn't show up in the mail program.
    Bob: add it by hand: File → Account settings → More settings → Add, type \`rooms\`
    Cleo: No, not in the new version, this menu does not exist there any more. Right click on **Folders** → **Add shared folder**.
    Bob: cleo is right, mine is the old one
    Ann: There it is, thank you both.`,
    "troubleshooting",
  );
  expect(page).toContain("**Add shared folder**");
  expect(page).not.toContain("More settings");
});

test("what the asker sums up at the end is part of the answer", () => {
  const { page } = written(
    `
    Ann: The browser says the local shop is not secure since this morning.
    Bob: The certificate ran out today. \`npm run cert\` makes a new one.
    Ann: it works again. so for everyone: \`npm run cert\`, then \`mkcert -install\`, then restart the browser`,
    "troubleshooting",
  );
  expect(page).toContain("`npm run cert`, then `mkcert -install`, then restart the browser");
});

test("remarks below a guide are no part of it, additions are", () => {
  const guide = `Here is how we handle a complaint about a grinder, so that everybody does it the same way from now on.

**1. Find out which machine it is.** Ask for the serial number. It is on the silver plate under the hopper. The first two digits are the year.
**2. Find out what they hear.** Write the symptom into the case. If it hums, tell them to switch it off and pull the plug.
**3. Send it.** Take the hopper off, empty the chamber, put it into the original box and book the pickup for the next day.`;
  const { page } = written(
    `
    Ann: ${guide.split("\n").join("\n    ")}
    Bob: the little stones that look like beans are the real problem with the grinder business
    Cleo: Also write the case number on the box, the workshop sorts by it since 2024.
    Ann: Bob is at the trade fair all week, the phones are with me.`,
    "documentation",
  );
  expect(page).toContain("silver plate under the hopper");
  expect(page).toContain("case number on the box");
  expect(page).not.toContain("look like beans");
  expect(page).not.toContain("trade fair");
});

test("a sentence that names an option begins with a capital, a command does not", () => {
  const { told } = written(`
    Ann: How do I remove generated files after switching the branch?
    Bob: use -f, as in \`git clean -fd src/generated\`, it needs to be forced once
    Bob: git clean -nd shows first what would be removed`);
  expect(told.join("\n")).toContain("Use -f, as in");
  expect(told.join("\n")).toContain("git clean -nd shows first");
});

test.each([
  [
    "Scanners again. They drop off the wifi between aisle 5 and 8, order is gone, people walk back to the desk.",
    "Fix: Scanners drop off the wifi between aisle 5 and 8",
  ],
  [
    "The migration that adds a column hangs on staging since ten minutes.",
    "Fix: The migration that adds a column hangs on staging",
  ],
  [
    "A customer wants her monday delivery on wednesdays from now on. do I have to cancel and set it up again?",
    "A customer wants her Monday delivery on Wednesdays from now on",
  ],
  [
    "customer orders at 13:40 and wants it tomorrow. he is very precise. when's the cut-off for express",
    "When's the cut-off for express?",
  ],
])("the title of '%s' is '%s'", (asked, title) => {
  const answer =
    "Set the next delivery in the portal under Settings → Rules, it hangs on the channel of the wifi, the cut-off for express is 12:30 on staging.";
  expect(written(`\n    Ann: ${asked}\n    Bob: ${answer}`, "troubleshooting").title).toBe(title);
});

test("a title ends before a bracket that its sentence does not close", () => {
  const { title } = written(`
    Ann: Which limits apply to uploads in the customer portal (e.g. how large may a picture be)?
    Bob: Pictures up to 20 MB, films up to 200 MB. Larger ones are refused by the portal with a message.`);
  expect(title).not.toMatch(/\([^)]*$/);
});

test("a question of fact is answered, not fixed", () => {
  const { body, contentType } = written(
    `
    Ann: When's the cut-off for express parcels?
    Bob: Express parcels leave at 12:30, everything else at 16:30. It counts when the payment is released.
    Ann: thanks!`,
    "troubleshooting",
  );
  expect(contentType).toBe("faq");
  expect(body.map(({ heading }) => heading)).not.toContain("Fix");
});

test.each([
  [
    "what a program posts",
    "Which player shows films in this town?",
    "ubotu",
    "For films, see the guide at https://help.example.org/films and install the package from there.",
  ],
  [
    "thanks for a pointer",
    "Where do people start with learning databases?",
    "Bob",
    "Check out the course by the university, and practice the problems.",
  ],
])("%s goes out to nobody unread", (_, asked, name, answer) => {
  const conversation = conversationOf(`
    Ann: ${asked}
    Bob: ${answer}
    Ann: thank you`);
  const messages = conversation.messages.map((message) =>
    message.author.name === "Bob" ? { ...message, author: { ...message.author, name } } : message,
  );
  const { confidence } = writeArticle({ ...conversation, messages }, "howto", { channelName: "", knownTags: [] }, 0.9);
  expect(confidence).toBeLessThan(0.5);
});

test("a message that begins with 'if' and says what to do then is a sentence of its own", () => {
  const { page } = written(`
    Ann: I got a mail that asks me to buy gift cards. What do I do with such mails?
    Bob: in the mail program press **Report** → **Phishing**, it takes the mail out of all other mailboxes too
    Bob: if you already typed a password: call the help desk at once, at night too`);
  expect(page).toContain("If you already typed a password: call the help desk at once");
});

test("a step that is only said again in fewer words is told once", () => {
  const { told } = written(
    `
    Ann: The jobs mailbox does not show up in Outlook since last week. What can I do?
    Bob: Right click on **Folders** → **Add shared mailbox** and type jobs. The change takes ten minutes to arrive.
    Cleo: Bob is right. outlook: right click on folders
    Cleo: before you add it: look whether the mailbox is in your groups.`,
    "troubleshooting",
  );
  expect(told.filter((text) => /right click on/i.test(text))).toHaveLength(1);
  expect(told.join(" ")).toContain("look whether the mailbox is in your groups");
});

test("a number that was corrected is told in the block that it belongs to, and not again as a try", () => {
  const { told } = written(
    `
    Ann: The VPN says connected, but no page opens.
    Bob: The packets are too big. In the block \`[Interface]\` add:
    \`\`\`
    MTU = 1380
    \`\`\`
    Ann: still nothing
    Bob: no wait, 1380 is for trains. hotels need smaller, try 1280
    Ann: it works now, thank you`,
    "troubleshooting",
  );
  expect(told).toContain("MTU = 1280");
  expect(told.join(" ")).not.toMatch(/try 1280/);
});
