import type { GoogleChatConfig } from "../../../connectors/google-chat/manifest.ts";
import { createGoogleChatSource } from "../../../connectors/google-chat/source.ts";
import { type GoogleChatStandIn, startGoogleChatStandIn, USER_SCOPES } from "../google-chat/google-chat-stand-in.ts";
import { type ConformanceReport, startSpecValidator } from "./strict-peer.ts";

/*
 * The same people wrote our Google Chat connector and its stand-in, so both could contain the same error. This run
 * compares every request and response with a description made from Google's own discovery document.
 */

const CONFIG: GoogleChatConfig = { accessToken: "ya29.conformance" };
const BOT: GoogleChatConfig = { accessToken: "ya29.bot" };
const APP: GoogleChatConfig = { accessToken: "ya29.app" };
const ROBOT = "lorekeep@acme.iam.gserviceaccount.com";
const START = Date.UTC(2026, 0, 1);
const CONVERSATION = 450;
const MEMBERS = 1100;
const ROOMS = 1050;

/** `specsDir` contains `peers/` (strict-peer.cjs and google-chat.peer.json). */
export async function conformGoogleChat(specsDir: string): Promise<ConformanceReport> {
  const people = [
    ...Array.from({ length: MEMBERS }, (_, n) => ({ id: `${n}`, name: `Person ${n}` })),
    { id: "app", name: "Lorekeep", isBot: true, serviceAccount: ROBOT },
  ];
  const rooms = Array.from({ length: ROOMS - 1 }, (_, n) => ({ id: `R${n}`, displayName: `Room ${n}`, people: [] }));
  const standIn = await startGoogleChatStandIn({
    spaces: [{ id: "AAA", displayName: "General", description: "All of us", people }, ...rooms],
    tokens: {
      "ya29.conformance": { kind: "user", scopes: USER_SCOPES },
      "ya29.bot": { kind: "app", scopes: ["chat.bot"] },
      "ya29.app": { kind: "app", owner: ROBOT, scopes: ["chat.bot", "chat.app.messages.readonly"] },
    },
  });
  const peer = await startSpecValidator(specsDir, "google-chat.peer.json", standIn.url);
  try {
    const problems = await readThrough(peer.url, standIn).catch((error: Error) => [`broke off: ${error.message}`]);
    return {
      name: "Google Chat: source and stand-in against Google's description of its interface",
      requests: standIn.calls.length,
      responses: standIn.calls.length,
      violations: [...problems, ...peer.violations],
    };
  } finally {
    peer.stop();
    await standIn.close();
  }
}

async function readThrough(apiBaseUrl: string, standIn: GoogleChatStandIn): Promise<string[]> {
  const problems: string[] = [];
  const expect = (what: string, is: boolean) => void (is || problems.push(`not so: ${what}`));
  const source = createGoogleChatSource({ fetch, apiBaseUrl, requestsPerSecond: Number.POSITIVE_INFINITY });
  const room = standIn.space("AAA");
  const ids = Array.from({ length: CONVERSATION }, (_, n) =>
    room.post({ userId: `${n % MEMBERS}`, text: `message ${n} <users/1> *bold*`, at: START + n * 60_000 }),
  );
  const [early = "", edited = "", gone = ""] = [ids[3], ids[5], ids[440]];
  room.post({ userId: "2", text: "", attachments: ["plan.pdf"], at: START + CONVERSATION * 60_000 });

  const checked = await source.check({ ...CONFIG, chatSpaceId: "AAA" });
  expect("the check counts every space and warns of nothing", checked.account.includes(`${ROOMS} spaces`));
  const read = async (config: GoogleChatConfig, from: Record<string, unknown> | null) => {
    const found: { texts: string[]; names: string[]; deletions: number } = { texts: [], names: [], deletions: 0 };
    for (let cursor = from; ; ) {
      const page = await source.readMessages(config, "AAA", cursor);
      found.texts.push(...page.messages.map(({ text }) => text));
      found.names.push(...page.messages.map(({ author }) => author.name));
      found.deletions += page.complete.length;
      cursor = page.nextCursor;
      if (page.done) return { ...found, cursor };
    }
  };
  const first = await read(CONFIG, null);
  expect(
    "every message is read once",
    new Set(first.texts).size === CONVERSATION + 1 && first.texts.length === CONVERSATION + 1,
  );
  expect("people have names", first.names.includes("Person 440") && !first.names.some((name) => name.includes("/")));

  room.post({ userId: "4", text: "late", inThreadOf: early });
  room.edit(edited, "better");
  room.delete(gone);
  const second = await read(CONFIG, first.cursor);
  expect(
    "late replies and edits are found",
    ["late", "better"].every((text) => second.texts.includes(text)),
  );
  expect("deletions are found", second.deletions === 1);
  const newest = await source.readMessages(CONFIG, "AAA", null, { newest: 10 });
  expect("the newest are read", newest.messages.length === 10);
  expect("an approved app reads the same", (await read(APP, null)).texts.includes("late"));

  const named = (message: string) =>
    JSON.stringify({ kind: "updated", space: "AAA", message, at: new Date(START).toISOString() });
  const told = await source.live?.readEvents(APP, [named(edited), named(gone)], { withoutNames: false });
  expect(
    "an event is read as the message is now",
    told?.[0]?.kind === "message" && told[0].message.text === "better" && told[1] === null,
  );

  const answer = {
    id: "0192",
    channelId: "AAA",
    threadId: early,
    lead: "This is what the team has said:",
    sentences: [
      { inline: [{ type: "text" as const, text: "<users/all> & so on" }], code: null, notes: [], sources: [] },
    ],
    article: { title: "How", url: "https://lorekeep.acme.com/articles/1" },
  };
  const posted = await source.answers?.post(APP, answer);
  expect(
    "an answer is found by the name we gave it",
    (await source.answers?.find(APP, answer, new Date(0))) === posted,
  );

  const refusals = [
    source.readMessages(CONFIG, "NOWHERE", null).then(String, (error: { code: string }) => error.code),
    source.readMessages(BOT, "AAA", null).then(String, (error: { code: string }) => error.code),
    source.check({ accessToken: "ya29.nobody" }).then(String, (error: { code: string }) => error.code),
  ];
  const codes = (await Promise.all(refusals)).join();
  expect(`refusals are understood: ${codes}`, codes === "not-found,missing-permission,credentials-rejected");

  const whole = (path: string) =>
    fetch(`${apiBaseUrl}/v1/spaces${path}`, { headers: { authorization: `Bearer ${CONFIG.accessToken}` } });
  for (const path of ["", "/AAA/members", "/AAA/messages?showDeleted=true&pageSize=1000"])
    expect(`what we do not read of ${path || "spaces"} is as described`, (await whole(path)).ok);
  return problems;
}
