import { Client, isNotionClientError, LogLevel } from "@notionhq/client";
import { createConfluenceTarget } from "../../../connectors/confluence/target.ts";
import type { KnowledgeTarget, PageContent } from "../../../connectors/knowledge-target.ts";
import { createNotionTarget } from "../../../connectors/notion/target.ts";
import { DEFAULT_ACCOUNT, startConfluenceStandIn } from "../confluence/server.ts";
import { DEFAULT_PARENT, DEFAULT_TOKEN, startNotionStandIn } from "../notion/server.ts";
import { NotionChecks } from "./notion-checks.ts";
import { type ConformanceReport, KNOWN_GAP, startSpecValidator } from "./strict-peer.ts";

/*
 * The same people wrote our connectors and stand-ins, so both could contain the same error. This run compares both with
 * independent descriptions: Atlassian's OpenAPI files, and the types and the client of Notion's official package.
 */

/** `specsDir` contains `peers/` (strict-peer.cjs and the descriptions) and `types/`. */
export async function conformConfluence(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startConfluenceStandIn();
  const v1 = await startSpecValidator(specsDir, "confluence.v1.peer.json", standIn.url);
  const v2 = await startSpecValidator(specsDir, "confluence.v2.peer.json", standIn.url);
  let beforeWrite = () => {};
  const throughPeers: typeof fetch = async (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    if (init?.method === "PUT") beforeWrite();
    const checked = await fetch(`${pathname.startsWith("/wiki/rest/") ? v1.url : v2.url}${pathname}${search}`, init);
    // The validator blocks every refusal (see KNOWN_GAP). A refused call had no effect, so it is repeated without the
    // validator.
    return checked.status === 500 && KNOWN_GAP.test(await checked.clone().text()) ? fetch(input, init) : checked;
  };
  try {
    const config = {
      baseUrl: standIn.url,
      spaceId: "DOC",
      apiKey: `${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`,
    };
    const problems = await runPageLifecycle(createConfluenceTarget({ fetch: throughPeers }), config, {
      titlesAreUnique: true,
      editMeanwhile(pageId) {
        beforeWrite = () => {
          beforeWrite = () => {};
          standIn.editAsPerson(pageId, (page) => {
            page.storage += "<p>meanwhile</p>";
          });
        };
      },
    });
    return {
      name: "Confluence: client and stand-in against Atlassian's published descriptions",
      requests: standIn.calls.length,
      responses: standIn.calls.length,
      violations: [...problems, ...v1.violations, ...v2.violations],
    };
  } finally {
    v1.stop();
    v2.stop();
    await standIn.close();
  }
}

export async function conformNotion(specsDir: string): Promise<ConformanceReport> {
  const standIn = await startNotionStandIn({ requestsPerSecond: 1_000 });
  const checks = new NotionChecks(specsDir);
  try {
    const target = createNotionTarget({ fetch: checks.fetch, apiBaseUrl: standIn.url, requestsPerSecond: 1_000 });
    const problems = await runPageLifecycle(
      target,
      { spaceId: DEFAULT_PARENT.id, apiKey: DEFAULT_TOKEN.token },
      {
        titlesAreUnique: false,
        editMeanwhile: (pageId) =>
          standIn.editAsPerson(pageId, ({ blocks, newBlock }) => {
            blocks.push(
              newBlock({ type: "paragraph", paragraph: { rich_text: [{ text: { content: "meanwhile" } }] } }),
            );
          }),
      },
    );
    const official = await driveOfficialClient(standIn.url, checks.fetch);
    return {
      name: "Notion: client and stand-in against the official client and its types",
      requests: checks.requests,
      responses: checks.responses,
      violations: [...problems, ...official, ...checks.violations],
    };
  } finally {
    await standIn.close();
  }
}

/** Creates, changes, finds, removes and restores a page with the real connector. Returns the violations. */
export async function runPageLifecycle<Config>(
  target: KnowledgeTarget<Config>,
  config: Config,
  { titlesAreUnique, editMeanwhile }: { titlesAreUnique: boolean; editMeanwhile: (pageId: string) => void },
): Promise<string[]> {
  const problems: string[] = [];
  const expect = (promise: string, isKept: boolean) => void (isKept || problems.push(`not kept: ${promise}`));
  await live().catch((error: Error) => problems.push(`broke off: ${error.message}`));
  return problems;

  async function live(): Promise<void> {
    const failure = (work: Promise<unknown>) =>
      work.then(
        () => "none",
        (error: Error) => error.constructor.name,
      );
    const content = article(130);
    const blocks = target.render(content);
    const page = { title: content.title, blocks, labels: content.labels };

    expect("check names the account", (await target.check(config)).account !== "");
    const made = await target.publish(config, page);
    if (titlesAreUnique)
      expect("a taken title is refused", (await failure(target.publish(config, page))) === "TitleTaken");
    const read = await target.read(config, made.externalId);
    expect(
      "what was published reads back",
      JSON.stringify(read?.blocks.map(({ key }) => key)) === JSON.stringify(blocks.map(({ key }) => key)),
    );

    const changed = {
      title: "A new title",
      blocks: target.render(article(90)),
      labels: ["changed"],
      note: "conformance",
    };
    const updated = await target.update(config, made.externalId, { ...changed, expectedVersion: read?.version ?? "" });
    editMeanwhile(made.externalId);
    const stale = target.update(config, made.externalId, { ...changed, blocks, expectedVersion: updated.version });
    expect("an edit in the meantime is noticed", (await failure(stale)) === "PageChanged");

    const wanted = { marker: content.marker, title: content.title, createdAfter: new Date(Date.now() - 60_000) };
    expect("the page is found by its marker", (await target.find(config, wanted)).length === 1);
    await target.archive(config, made.externalId);
    expect("an archived page is in the trash", (await target.read(config, made.externalId))?.state === "trashed");
    const restored = await target.restore(config, made.externalId);
    expect("it comes back out of the trash", restored?.state === "current");
  }
}

function article(sentences: number): PageContent {
  const sentence = (text: string) => ({ form: "sentence" as const, text, language: null, sources: ["m1"] });
  const code = { form: "code" as const, text: "const a = 1; // ]]> <b>", language: "ts", sources: ["m1"] };
  return {
    title: "Conformance & <title>",
    summary: [sentence("A *summary* with `code`, **weight** and [a link](https://link.example/a?b=1&c=2).")],
    body: [
      { role: "steps", heading: "Steps", layout: "steps", statements: [sentence("First."), code, sentence("Second.")] },
      {
        role: "context",
        heading: null,
        layout: "bullets",
        statements: Array.from({ length: sentences }, (_, index) => sentence(`Point ${index} ~~old~~.`)),
      },
      { role: "note", heading: "Note", layout: "prose", statements: [sentence("שלום 😀"), code] },
    ],
    redactions: [{ what: "API key", count: 1 }],
    labels: ["conformance"],
    sources: [
      {
        id: "m1",
        authorName: "Ann",
        channelName: "ops",
        sentAt: new Date("2026-11-20T09:00:00Z"),
        permalink: "https://chat.example/p1",
      },
    ],
    marker: "ref lk-conform1",
  };
}

/** Uses Notion's official client, which must work with the stand-in as with Notion. */
async function driveOfficialClient(baseUrl: string, checkedFetch: typeof fetch): Promise<string[]> {
  const problems: string[] = [];
  const expect = (promise: string, isKept: boolean) => void (isKept || problems.push(`official client: ${promise}`));
  const client = new Client({
    auth: DEFAULT_TOKEN.token,
    baseUrl,
    fetch: checkedFetch as never,
    retry: false,
    logLevel: LogLevel.ERROR,
  });
  const codeOf = (work: Promise<unknown>) =>
    work.then(
      () => "none",
      (error: unknown) => (isNotionClientError(error) ? error.code : String(error)),
    );

  expect("users.me is a bot", (await client.users.me({})).type === "bot");
  const page = await client.pages.create({
    parent: { page_id: DEFAULT_PARENT.id },
    properties: { title: { title: [{ text: { content: "Made by the official client" } }] } },
    children: [{ paragraph: { rich_text: [{ text: { content: "one" } }] } }],
  });
  const added = await client.blocks.children.append({
    block_id: page.id,
    children: [{ code: { rich_text: [{ text: { content: "x" } }], language: "typescript" } }, { divider: {} }],
  });
  const list = await client.blocks.children.list({ block_id: page.id, page_size: 2 });
  expect("lists come in pages", list.results.length === 2 && list.has_more && list.next_cursor !== null);
  await client.blocks.update({
    block_id: added.results[0]?.id ?? "",
    code: { rich_text: [{ text: { content: "y" } }], language: "rust" },
  });
  await client.blocks.delete({ block_id: added.results[1]?.id ?? "" });
  await client.pages.update({ page_id: page.id, properties: { title: { title: [{ text: { content: "Renamed" } }] } } });
  const comment = await client.comments.create({
    parent: { page_id: page.id },
    rich_text: [{ text: { content: "Is this still so?" } }],
  });
  const listed = await client.comments.list({ block_id: page.id });
  expect(
    "a comment is listed on its page",
    listed.results.some(({ id }) => id === comment.id),
  );
  await client.comments.delete({ comment_id: comment.id });
  expect("a deleted comment is gone", (await client.comments.list({ block_id: page.id })).results.length === 0);
  await client.pages.update({ page_id: page.id, in_trash: true });
  expect(
    "a trashed page says so",
    ((await client.pages.retrieve({ page_id: page.id })) as { in_trash?: boolean }).in_trash === true,
  );
  expect(
    "an unknown page is object_not_found",
    (await codeOf(client.pages.retrieve({ page_id: "00000000000000000000000000000000" }))) === "object_not_found",
  );
  const tooLong = client.blocks.children.append({
    block_id: DEFAULT_PARENT.id,
    children: [{ paragraph: { rich_text: [{ text: { content: "x".repeat(2_001) } }] } }],
  });
  expect("too long a text is validation_error", (await codeOf(tooLong)) === "validation_error");
  expect(
    "a wrong token is unauthorized",
    (await codeOf(new Client({ auth: "ntn_wrong", baseUrl, retry: false, logLevel: LogLevel.ERROR }).users.me({}))) ===
      "unauthorized",
  );
  return problems;
}
