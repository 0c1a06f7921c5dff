import { once } from "node:events";
import { get, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { LOG_TYPES, log, logCounts } from "../../shared/contract/activity.ts";
import { buildLog } from "../testing/factories.ts";
import { createTestApp, type SignedIn, type TestApp } from "../testing/test-app.ts";

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const download = ({ inject }: SignedIn, query: Record<string, string>) =>
  inject({ url: `/api/logs/export?${new URLSearchParams(query)}` });

/** Parses CSV like a spreadsheet program, by RFC 4180. */
function readCsv(text: string): string[][] {
  const lines: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|$)/g)) {
    if (quoted === undefined && plain === "" && end === "") break;
    lines.at(-1)?.push(quoted?.replaceAll('""', '"') ?? plain ?? "");
    if (end === "\r\n") lines.push([]);
  }
  return lines.filter((cells) => cells.length > 0);
}

async function fill(workspaceId: string, rows: number, message: string): Promise<void> {
  for (let left = rows; left > 0; left -= 2_000)
    await test.db.$client.query(
      `insert into activity_logs (workspace_id, id, type, message)
       select $1, gen_random_uuid(), 'message_analyzed', $3 || n from generate_series($2::int - least($2, 2000) + 1, $2) n`,
      [workspaceId, left, message],
    );
}

describe("LOGS-011 the exported logs", () => {
  it("are the entries of the list, newest first, as JSON", async () => {
    const reader = await test.signIn();
    const { workspaceId } = reader.viewer;
    for (const type of LOG_TYPES) await buildLog(test.db, { workspaceId, type, data: { channel: "support", n: [1] } });
    const answer = await download(reader, { format: "json" });
    expect(answer.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(answer.headers["content-disposition"]).toMatch(
      /^attachment; filename="lorekeep-logs-\d{4}-\d\d-\d\d\.json"$/,
    );
    const exported = log.array().parse(answer.json());
    expect(exported).toHaveLength(LOG_TYPES.length);
    expect(exported).toEqual((await reader.inject({ url: "/api/logs" })).json());
  });

  it("are a CSV file in UTF-8 that says so, whatever language they are in", async () => {
    const reader = await test.signIn();
    const message = 'Größe "XL", 手順 🚀\nשלום';
    const { createdAt } = await buildLog(test.db, {
      workspaceId: reader.viewer.workspaceId,
      message,
      data: { channel: "it, help" },
    });
    const answer = await download(reader, { format: "csv" });
    expect(answer.headers["content-type"]).toBe("text/csv; charset=utf-8");
    expect(answer.headers["content-disposition"]).toMatch(/filename="lorekeep-logs-\d{4}-\d\d-\d\d\.csv"/);
    expect([...answer.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    expect(readCsv(answer.body.replace("\uFEFF", ""))).toEqual([
      ["time", "type", "message", "data"],
      [createdAt.toISOString(), "message_analyzed", message, '{"channel":"it, help"}'],
    ]);
  });

  it("run nothing in a spreadsheet", async () => {
    const reader = await test.signIn();
    const hostile = [
      '=HYPERLINK("https://evil.example","click")',
      "+1+cmd|' /C calc'!A0",
      "-2+3",
      "@SUM(1;1)",
      "\t=1+1",
      "\r=1+1",
      "  =1+1",
      "\u200b=1+1",
      "＝1+1",
    ];
    for (const message of hostile) await buildLog(test.db, { workspaceId: reader.viewer.workspaceId, message });
    await buildLog(test.db, { workspaceId: reader.viewer.workspaceId, message: "Read #a-b: 1+1 = 2" });
    const [, ...lines] = readCsv((await download(reader, { format: "csv" })).body);
    const messages = lines.map(([, , message]) => message);
    expect(messages).toEqual(["Read #a-b: 1+1 = 2", ...hostile.map((message) => `'${message}`).reverse()]);
  });

  it("are those that the filters leave, however far apart they lie", async () => {
    const reader = await test.signIn();
    const { workspaceId } = reader.viewer;
    await fill(workspaceId, 4_500, "Nothing ");
    for (const createdAt of ["first", "last"])
      await buildLog(test.db, { workspaceId, type: "error", message: `Slack refused the ${createdAt} token.` });
    await buildLog(test.db, { workspaceId, type: "error", message: "Slack is down." });
    await buildLog(test.db, { workspaceId, message: "Slack took the token." });
    const answer = await download(reader, { format: "json", type: "error", search: "TOKEN slack" });
    expect(answer.json().map(({ message }: { message: string }) => message)).toEqual([
      "Slack refused the last token.",
      "Slack refused the first token.",
    ]);
    expect(answer.headers["content-disposition"]).toContain("lorekeep-logs-error-");
    expect((await download(reader, { format: "json", search: "xylophone" })).json()).toEqual([]);
    expect(readCsv((await download(reader, { format: "csv", search: "xylophone" })).body)).toHaveLength(1);
  });

  it("are all of them, once each, over many batches", async () => {
    const reader = await test.signIn();
    await fill(reader.viewer.workspaceId, 6_000, "Entry ");
    const [, ...lines] = readCsv((await download(reader, { format: "csv" })).body);
    expect(lines).toHaveLength(6_000);
    expect(new Set(lines.map(([, , message]) => message)).size).toBe(6_000);
    expect((await download(reader, { format: "json" })).json()).toHaveLength(6_000);
  });

  it("hold nothing of another workspace", async () => {
    const [mine, theirs] = [await test.signIn(), await test.signIn()];
    await buildLog(test.db, { workspaceId: theirs.viewer.workspaceId, message: "Theirs." });
    await buildLog(test.db, { workspaceId: mine.viewer.workspaceId, message: "Mine." });
    for (const format of ["csv", "json"]) {
      const { body } = await download(mine, { format });
      expect(body).toContain("Mine.");
      expect(body).not.toContain("Theirs.");
    }
  });

  it.each([
    ["", "format"],
    ["format=xlsx", "Give one of 'csv', 'json'."],
    ["format=csv&before=x", "There is no field 'before'."],
  ])("are refused for ?%s with a sentence", async (query, sentence) => {
    const answer = await (await test.signIn()).inject({ url: `/api/logs/export?${query}` });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().message).toContain(sentence);
  });

  it("are read at the pace they are taken, and no further when the reader goes away", async () => {
    const reader = await test.signIn();
    await fill(reader.viewer.workspaceId, 20_000, "x".repeat(2_000));
    await test.app.listen({ port: 0, host: "127.0.0.1" });
    const { port } = test.app.server.address() as AddressInfo;
    const batches = vi.spyOn(test.db, "transaction");
    const begun = once(test.app.server, "request") as Promise<[IncomingMessage, ServerResponse]>;
    const request = get({ port, path: "/api/logs/export?format=csv", headers: { cookie: reader.cookie } });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    const [, response] = await begun;
    await once(answer, "readable");
    const gone = once(response, "close");
    request.destroy();
    await gone;
    const readBefore = batches.mock.calls.length;
    expect(readBefore).toBeLessThan(10);

    // If the first export were still reading, its batches would mix with those of the second export.
    const whole = await download(reader, { format: "json" });
    expect(whole.json()).toHaveLength(20_000);
    expect(batches.mock.calls.length - readBefore).toBeLessThanOrEqual(12);

    // A rare word is found by the index, without reading the log in batches.
    await buildLog(test.db, { workspaceId: reader.viewer.workspaceId, message: "A xylophone." });
    const searchedFrom = batches.mock.calls.length;
    expect((await download(reader, { format: "json", search: "xylophone" })).json()).toHaveLength(1);
    expect(batches.mock.calls.length - searchedFrom).toBeLessThanOrEqual(2);
  });
});

describe("GET /api/logs/counts", () => {
  it("LOGS-007 LOGS-008 counts every entry by type, and those that the filters leave", async () => {
    const reader = await test.signIn();
    const { workspaceId } = reader.viewer;
    await fill(workspaceId, 1_200, "Analysed #deploys ");
    for (const message of ["Slack refused #deploys.", "Confluence is down."])
      await buildLog(test.db, { workspaceId, type: "error", message });
    await buildLog(test.db, { message: "Of somebody else." });
    const counts = async (query: Record<string, string>) =>
      logCounts.parse((await reader.inject({ url: `/api/logs/counts?${new URLSearchParams(query)}` })).json());
    const all = { article_created: 0, message_analyzed: 1_200, error: 2, change: 0, total: 1_202, messages: 0 };
    expect(await counts({})).toEqual({ ...all, matching: 1_202 });
    expect(await counts({ type: "error" })).toEqual({ ...all, matching: 2 });
    expect(await counts({ search: "deploys" })).toEqual({ ...all, matching: 1_201 });
    expect(await counts({ search: "refused deploys", type: "error" })).toEqual({ ...all, matching: 1 });
  });
});
