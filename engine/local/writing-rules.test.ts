import { expect, test } from "vitest";
import type { WrittenArticle } from "../../shared/domain/article.ts";
import type { ContentType } from "../../shared/domain/facets.ts";
import { conversationOf } from "./golden-conversation.ts";
import { writeArticle } from "./write-article.ts";

/** The article of a conversation with everything it says, and its sentences. */
function written(said: string, kind: ContentType = "howto"): WrittenArticle & { told: string[]; page: string } {
  const article = writeArticle(conversationOf(said), kind, { channelName: "help", knownTags: [] }, 0.9);
  const told = [...article.summary, ...article.body.flatMap(({ statements }) => statements)].map(({ text }) => text);
  return { ...article, told, page: [article.title, ...told].join("\n") };
}

test("rests of greetings, names and 'Said:' are in no article", () => {
  const { page } = written(`
    Ann: Hello all! how do I rotate the database password?
    Bob: Hey Ann, said: run \`vault rotate db\` on the jump host, then restart the workers.
    Ann: thanks Bob!`);
  expect(page).toContain("`vault rotate db` on the jump host, then restart the workers.");
  expect(page).not.toMatch(/hello|hey|said:|thanks/i);
});

test("what the asker did is told without I and my", () => {
  const { page } = written(
    `
    Ann: The export fails with error 3021. I am running version 4.2 on my laptop and I tried to restart it.
    Bob: Version 4.2 needs the new certificate. Install it from the portal and start the export again.`,
    "troubleshooting",
  );
  expect(page).toContain("You are running version 4.2 on your laptop");
  expect(page).not.toMatch(/\b(?:I|my)\b/);
});

test("what a helper does himself is told of the helper, in the third person", () => {
  const { told } = written(`
    Ann: How do you pin the versions of the build tools?
    Bob: I usually use a lock file for that. Commit it together with the package file.`);
  expect(told).toContain("Bob usually uses a lock file for that.");
});

test("who has to be asked is named", () => {
  const { told } = written(`
    Ann: Can I send goods above 6,000 to Norway?
    Yusuf: Yes, with an EUR.1. It takes two days, ask me before you book the pickup.`);
  expect(told.join(" ")).toContain("ask Yusuf before you book the pickup");
});

test("yes and no stay where they are the answer", () => {
  const { told } = written(`
    Ann: Can I use the community edition commercially?
    Bob: yes, it's Apache licensed. you only can't use the logo`);
  expect(told).toContain("Yes. It's Apache licensed.");
});

test("a plain yes before the explanation is told with it, and both messages are its sources", () => {
  const article = writeArticle(
    conversationOf(`
    Ann: Does the backup cover the shared drive?
    Bob: no
    Bob: it covers the database only, the drive has snapshots of its own`),
    "faq",
    { channelName: "help", knownTags: [] },
    0.9,
  );
  const statement = article.body.flatMap(({ statements }) => statements).find(({ text }) => text.startsWith("No."));
  expect(statement?.text).toContain("It covers the database only");
  expect(statement?.sources).toEqual(["2", "3"]);
});

test("requests for logs and jokes are not told", () => {
  const { page } = written(
    `
    Ann: The worker stops with exit code 137.
    Bob: can you paste the logs?
    Ann: here they are
    Bob: lol, classic. The limit of 256Mi is too low, raise it to 512Mi and deploy again.`,
    "troubleshooting",
  );
  expect(page).toContain("raise it to 512Mi");
  expect(page).not.toMatch(/paste|lol|classic|here they are/i);
});

test("uploading something is a step, asking for a log to be uploaded is none", () => {
  const { told } = written(`
    Ann: How do I book a hotel bill with breakfast?
    Bob: split it: the room on 4660, the breakfast on 4665. Upload the invoice, not the card slip`);
  expect(told).toContain("Upload the invoice, not the card slip.");
});

test("no sentence is both in the summary and in the body", () => {
  const { summary, body } = written(
    `
    Ann: What is the difference between a release and a deployment?
    Bob: A deployment puts the code on the servers, a release makes it visible to customers by a flag. So we can deploy every day and release when marketing is ready.`,
    "explanation",
  );
  const told = body.flatMap(({ statements }) => statements).map(({ text }) => text);
  expect(summary.length).toBeGreaterThan(0);
  expect(told.length).toBeGreaterThan(0);
  for (const { text } of summary) expect(told).not.toContain(text);
});

test("advice that is put as a question is told as advice", () => {
  const { told } = written(
    `
    Ann: The scanner does not connect any more.
    Bob: have you tried to forget the network and join it again?
    Ann: that worked, thank you`,
    "troubleshooting",
  );
  expect(told).toContain("Try to forget the network and join it again.");
});

test("the sentence that opens a list of steps is told", () => {
  const { told } = written(`
    Ann: I get a new phone tomorrow, how do I move the sign-in codes?
    Tom: do it while the OLD phone still works:
    - sign in at the portal on the laptop
    - Security, then **Add device**, scan the square with the new phone`);
  expect(told.slice(0, 2)).toContain("Do it while the OLD phone still works:");
  expect(told).toContain("Sign in at the portal on the laptop.");
});

test("amounts and rules in words of daily life are told", () => {
  const { told } = written(
    `
    Ann: What may I spend on food in Dubai next month?
    Eva: For trips of more than 8 hours you get the daily allowance. Inside the country 14 for 8–24 h, 28 for a full day. Abroad it's per country, the UAE have 65 for a full day.`,
    "faq",
  );
  expect(told).toContain("Inside the country 14 for 8–24 h, 28 for a full day.");
  expect(told).toContain("Abroad it's per country, the UAE have 65 for a full day.");
});

test("advice that its author takes back is not told", () => {
  const { page } = written(
    `
    Ann: How do I free the disk of the build machine?
    Bob: run \`docker image prune\` every night
    Bob: sorry, that won't work, the images are in use
    Bob: move the docker root to the second disk: set \`data-root\` in daemon.json and restart it`,
  );
  expect(page).toContain("data-root");
  expect(page).not.toContain("image prune");
});

test("advice that failed gives way to what came after it", () => {
  const { page } = written(
    `
    Ann: How do I install version 20 of node on the server?
    Bob: just use apt-get install nodejs
    Ann: I did, but it installs the same version as before
    Bob: then add the repository of the vendor first and install the package nodejs-20`,
  );
  expect(page).toContain("nodejs-20");
  expect(page).not.toContain("apt-get install");
});

test("links keep every character", () => {
  const { page } = written(`
    Ann: Where is the guide for the racket build?
    Bob: see https://people.example.org/~robby/racket..rkt for the whole build, it lists every step with its command`);
  expect(page).toContain("https://people.example.org/~robby/racket..rkt");
});

test("stars and tildes that are no emphasis stay: a line of cron, a pattern of files, a home folder", () => {
  const { page } = written(`
    Ann: How do I run the cleaner every minute on the server?
    Bob: Add this line to the crontab: * * * * * cleaner
    Bob: It deletes *.log in your home folder, so copy what you need to ~/kept before you start it
    Ann: Thanks, that works!`);
  expect(page).toContain("* * * * * cleaner");
  expect(page).toContain("*.log");
  expect(page).toContain("~/kept");
});

test("a command keeps its small letter, a sentence about one is no code", () => {
  const listed = written(
    `
    Ann: Is there a command that lists all installed packages?
    Bob: dpkg -l | grep ^ii`,
  );
  expect(listed.page).toContain("dpkg -l | grep ^ii");
  const built = written(
    `
    Ann: docker build fails with "no space left on device" on my laptop
    Bob: old images fill up the disk. run \`docker system prune -a\` and it should work again`,
    "troubleshooting",
  );
  expect(built.title).toBe('Fix: Docker build fails with "no space left on device" on the laptop');
});

test.each([
  [
    "is there a way to run only the migrations that are missing? does anybody know?",
    "Is there a way to run only the migrations that are missing?",
  ],
  ["hi team! screen flickers after the update, any ideas?", "Screen flickers after the update"],
  ["Sorry to bother, what counts as an excused absence?", "What counts as an excused absence?"],
  ["Can I take vacation in my first three months?", "Is it possible to take vacation in the first three months?"],
  ["why do we have two load balancers?", "Why do we have two load balancers?"],
  ["when do I need a note from the doctor?", "When do you need a note from the doctor?"],
])("the title of '%s' is '%s'", (asked, title) => {
  expect(
    written(
      `\n    Ann: ${asked}\n    Bob: That is set in the portal under Settings, Rules, and applies from the first day of the month on.`,
    ).title,
  ).toBe(title);
});

test("a question in plain office words is the question, not its answer", () => {
  const { title, told } = written(
    `
    Ann: The till doesn't print receipts
    Bob: paper is in the wrong way round, the shiny side has to face you. Open it, turn the roll, press feed twice`,
    "troubleshooting",
  );
  expect(title).toBe("Fix: The till doesn't print receipts");
  expect(told).toContain("Open it, turn the roll, press feed twice.");
});

test("a question that nobody answered is not worth a draft", () => {
  const { confidence } = written(`
    Ann: Does anyone know why carrier code 17 exists?
    Bob: no idea
    Cleo: me neither`);
  expect(confidence).toBeLessThan(0.03);
});

test("a title is not cut inside a name with dots, or inside a word", () => {
  const { title } = written(
    `
    Ann: When I send my form to another page I get the error: An exception of type 'System.Threading.ThreadAbortException' was thrown by the worker of the till
    Bob: Set endResponse to false in the redirect, then the thread goes on to its end.`,
    "troubleshooting",
  );
  expect(title).toBe(
    "Fix: An exception of type 'System.Threading.ThreadAbortException' was thrown by the worker of the till",
  );
});

test("a step that went on from another sentence begins without 'And'", () => {
  const { told } = written(`
    Ann: I get a new phone tomorrow, what do I do about the sign-in codes?
    Bob: Open Security and choose Add device, scan the square with the new phone. And print the ten recovery codes again, the old ones die.
    Ann: thanks`);
  expect(told).toContain("Print the ten recovery codes again, the old ones die.");
});

test("what holds for the asker alone since some day is no step", () => {
  const { page } = written(
    `
    Ann: I was added to the jobs mailbox but it does not show up in Outlook.
    Bob: you're in the group since thursday. Outlook adds shared mailboxes by itself, but only on restart. Close Outlook completely, the tray icon too.
    Ann: There it is, thank you!`,
    "troubleshooting",
  );
  expect(page).toContain("Close Outlook completely, the tray icon too.");
  expect(page).not.toMatch(/since thursday/i);
});

test("the summary does not repeat the question of the title with the asker's story behind it", () => {
  const { title, summary } = written(
    `
    Ann: why does every docker build of the shop take 9 minutes, I changed one line in a .ts file
    Bob: Because we copy everything before we install. Any changed file invalidates the copied layer and the packages are installed again. Copy the lock file first, then install, then copy the rest.
    Ann: 1:22 now, thank you`,
    "troubleshooting",
  );
  expect(title).toBe("Why does every docker build of the shop take 9 minutes?");
  expect(summary.map(({ text }) => text).join()).not.toMatch(/one line/);
});

test("a word that begins like a filler and goes on after a hyphen stays whole", () => {
  const { told } = written(`
    Ann: How can I restore a file somebody deleted from the shared drive?
    Bob: right-click the folder, choose "Restore previous versions" and pick the version from before. well-known folders go back 30 days.
    Ann: perfect`);
  expect(told.join("\n")).toContain("Right-click the folder");
  expect(told.join("\n")).not.toMatch(/^(?:Click|Known)/m);
});
