import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import type { TeamsConfig } from "../../../connectors/teams/manifest.ts";
import { createTeamsSource } from "../../../connectors/teams/source.ts";
import { ALL_PERMISSIONS, startTeamsStandIn, type TeamsStandIn } from "../teams/teams-stand-in.ts";
import { type ConformanceReport, startSpecValidator } from "./strict-peer.ts";

/*
 * The same people wrote our Teams connector and its stand-in, so both could contain the same error. This run compares
 * requests and responses with Microsoft's description of Graph, and every message with the types of Microsoft's
 * package. The description lacks `delta`, a channel's members and links in responses. These calls are not compared with
 * it, but their messages are compared with the types.
 */

const TENANT = "2432b57b-0abd-43db-aa7b-16eadd115d34";
const TEAM = "fbe2bf47-16c8-47cf-b4a5-4b9b187c508b";
const CONFIG: TeamsConfig = { tenantId: TENANT, appId: "app-1", appSecret: "secret-1", teamId: TEAM };
const GENERAL = "19:general@thread.tacv2";
const PLACE = `${TEAM}/${GENERAL}`;
const LEFT_OUT = /\/delta|\/members|skiptoken|deltatoken|\/oauth2\//;
const POSTS = 130;

/** `specsDir` contains `peers/` (strict-peer.cjs and msgraph.teams.peer.json) and `types/`. */
export async function conformTeams(specsDir: string): Promise<ConformanceReport> {
  const people = [
    { id: "u-ana", name: "Ana Alm", email: "ana@acme.com" },
    { id: "u-bot", name: "Deploys", isApp: true },
  ];
  const channels = [{ id: GENERAL, displayName: "General", description: "All of us" }];
  const standIn = await startTeamsStandIn({
    tenantId: TENANT,
    apps: [
      { appId: "app-1", secret: "secret-1", permissions: ALL_PERMISSIONS },
      { appId: "app-2", secret: "secret-2", permissions: ["Channel.ReadBasic.All"] },
    ],
    teams: [{ id: TEAM, displayName: "Acme", people, channels }],
    isLimited: false,
  });
  const peer = await startSpecValidator(specsDir, "msgraph.teams.peer.json", standIn.url);
  const messages = new MessageChecks(specsDir);
  const between: typeof fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const base = LEFT_OUT.test(decodeURIComponent(url.href)) ? standIn.url : peer.url;
    const answer = await fetch(`${base}${url.pathname}${url.search}`, init);
    if (answer.ok) messages.check(await answer.clone().json(), url.pathname);
    return answer;
  };
  try {
    const problems = await readThrough(between, standIn).catch((error: Error) => [`broke off: ${error.message}`]);
    return {
      name: "Microsoft Teams: source and stand-in against Microsoft's description of Graph and its types",
      requests: standIn.calls.filter(({ path }) => !LEFT_OUT.test(decodeURIComponent(path))).length,
      responses: messages.checked,
      violations: [...problems, ...messages.violations, ...peer.violations],
    };
  } finally {
    peer.stop();
    await standIn.close();
  }
}

async function readThrough(between: typeof fetch, standIn: TeamsStandIn): Promise<string[]> {
  const problems: string[] = [];
  const expect = (what: string, is: boolean) => void (is || problems.push(`not so: ${what}`));
  const { apiBaseUrl, loginUrl } = standIn;
  const source = createTeamsSource({ fetch: between, apiBaseUrl, loginUrl, isUnlimited: true });
  const general = standIn.channel(GENERAL);
  const ids = Array.from({ length: POSTS }, (_, n) =>
    general.post({ userId: "u-ana", content: `<p>message ${n} <at id="0">Ana Alm</at></p>`, mentions: ["u-ana"] }),
  );
  const [early = "", edited = "", gone = ""] = ids;
  general.notice();
  general.post({ userId: "u-bot", content: "deployed" });
  const attachments = [{ id: "1", contentType: "reference", name: "plan.docx" }];
  general.post({ userId: "u-ana", content: '<attachment id="1"></attachment>', attachments });

  expect("the check finds nothing missing", (await source.check(CONFIG)).warnings.length === 0);
  expect("the channel is found by its id", (await source.findChannel?.(CONFIG, PLACE))?.name === "General");
  expect("people are listed", (await source.members?.list(CONFIG, PLACE))?.length === 1);
  const read = async (from: Record<string, unknown> | null) => {
    const found: { texts: string[]; deletions: number } = { texts: [], deletions: 0 };
    for (let cursor = from; ; ) {
      const page = await source.readMessages(CONFIG, PLACE, cursor);
      found.texts.push(...page.messages.map(({ text }) => text));
      found.deletions += page.complete.length;
      cursor = page.nextCursor;
      if (page.done) return { ...found, cursor };
    }
  };
  const first = await read(null);
  expect("every message is read once", first.texts.length === POSTS + 1 && new Set(first.texts).size === POSTS + 1);
  general.post({ userId: "u-ana", content: "late", replyTo: early });
  general.edit(edited, "<p>better</p>");
  general.delete(gone);
  const second = await read(first.cursor);
  expect(
    "late replies and edits are found",
    ["late", "better"].every((text) => second.texts.includes(text)),
  );
  expect("deletions are found", second.deletions === 1);
  const thread = await source.rereadThreads?.(CONFIG, PLACE, [early]);
  expect("a thread is read again", thread?.messages.length === 2);
  const newest = await source.readMessages(CONFIG, PLACE, null, { newest: 10 });
  expect("the newest are read", newest.messages.length === 10);

  const codeOf = (asked: Promise<unknown>) => asked.then(String, (error: { code?: string }) => String(error.code));
  const codes = [
    await codeOf(source.readMessages(CONFIG, `${TEAM}/19:nowhere@thread.tacv2`, null)),
    await codeOf(source.readMessages({ ...CONFIG, appId: "app-2", appSecret: "secret-2" }, PLACE, null)),
    await codeOf(source.check({ ...CONFIG, appSecret: "wrong" })),
  ].join();
  expect(`refusals are understood: ${codes}`, codes === "not-found,missing-permission,credentials-rejected");
  return problems;
}

/** Compares every message in a response with the types of Microsoft's package. */
class MessageChecks {
  checked = 0;
  readonly violations: string[] = [];
  readonly #validate;

  constructor(specsDir: string) {
    const schema = JSON.parse(readFileSync(join(specsDir, "types", "GraphChatMessage.schema.json"), "utf8"));
    this.#validate = new Ajv({ strict: false }).compile(schema);
  }

  check(body: { value?: unknown[]; messageType?: string }, path: string): void {
    if (!path.includes("/messages")) return;
    for (const item of body.value ?? [body]) this.#one(item as Record<string, unknown>, path);
  }

  #one(item: Record<string, unknown>, path: string): void {
    if ("@removed" in item) return;
    this.checked += 1;
    if (!this.#validate(withoutAnnotations(item)))
      for (const { instancePath, message } of this.#validate.errors ?? [])
        this.violations.push(`${path}: ${instancePath} ${message}`);
  }
}

/**
 * Fields of people and programs that the package's types lack, because the types define only the fields of all
 * identities.
 */
const OF_IDENTITIES = ["userIdentityType", "applicationIdentityType", "tenantId"];

/** Removes names that start or end with '@odata', because the package's types omit them. */
function withoutAnnotations(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutAnnotations);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).filter(([name]) => !name.includes("@odata") && !OF_IDENTITIES.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, withoutAnnotations(inner)]));
}
