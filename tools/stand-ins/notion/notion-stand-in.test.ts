import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_PARENT, DEFAULT_TOKEN, type NotionStandIn, startNotionStandIn } from "./server.ts";

describe("the Notion stand-in", () => {
  let standIn: NotionStandIn;
  beforeEach(async () => {
    standIn = await startNotionStandIn();
  });
  afterEach(() => standIn.close());

  const headers = {
    authorization: `Bearer ${DEFAULT_TOKEN.token}`,
    "notion-version": "2025-09-03",
    "content-type": "application/json",
  };
  const api = async (method: string, path: string, body?: unknown) => {
    const response = await fetch(`${standIn.url}/v1${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: await response.json() };
  };
  const paragraph = (content: string, more = {}) => ({
    type: "paragraph",
    paragraph: { rich_text: [{ text: { content } }], ...more },
  });
  const create = (children: unknown[]) =>
    api("POST", "/pages", {
      parent: { page_id: DEFAULT_PARENT.id },
      properties: { title: { title: [{ text: { content: "Page" } }] } },
      children,
    });

  it("requires the version of its API", async () => {
    const answer = await fetch(`${standIn.url}/v1/users/me`, { headers: { authorization: headers.authorization } });
    expect([answer.status, (await answer.json()).code]).toEqual([400, "missing_version"]);
  });

  it.each([
    ["more than 100 blocks", Array.from({ length: 101 }, () => paragraph("a"))],
    ["more than 2,000 characters", [paragraph("a".repeat(2_001))]],
    [
      "more than 100 runs",
      [
        {
          type: "paragraph",
          paragraph: { rich_text: Array.from({ length: 101 }, () => ({ text: { content: "a" } })) },
        },
      ],
    ],
    ["a language off its list", [{ type: "code", code: { rich_text: [], language: "ts" } }]],
    ["three levels", [paragraph("a", { children: [paragraph("b", { children: [paragraph("c")] })] })]],
    [
      "a link that is none",
      [{ type: "paragraph", paragraph: { rich_text: [{ text: { content: "a", link: { url: "javascript:x" } } }] } }],
    ],
    ["an unknown field", [paragraph("a", { colour: "red" })]],
    [
      "more than 500 KB",
      Array.from({ length: 4 }, () => ({
        type: "paragraph",
        paragraph: { rich_text: Array.from({ length: 90 }, () => ({ text: { content: "a".repeat(2_000) } })) },
      })),
    ],
  ])("refuses %s", async (_what, children) => {
    expect(await create(children)).toMatchObject({ status: 400, json: { object: "error", code: "validation_error" } });
    expect(standIn.pages()).toEqual([]);
  });

  it("does not show a page that was not shared", async () => {
    await standIn.close();
    standIn = await startNotionStandIn({ parents: [{ ...DEFAULT_PARENT, isShared: false }] });
    expect(await create([])).toMatchObject({ status: 404, json: { code: "object_not_found" } });
  });

  it("appends after the named block", async () => {
    const { json: page } = await create([paragraph("a"), paragraph("c")]);
    const { json: list } = await api("GET", `/blocks/${page.id}/children`);
    await api("PATCH", `/blocks/${page.id}/children`, { children: [paragraph("b")], after: list.results[0].id });
    const { json: after } = await api("GET", `/blocks/${page.id}/children`);
    expect(
      after.results.map(
        (block: { paragraph: { rich_text: { plain_text: string }[] } }) => block.paragraph.rich_text[0]?.plain_text,
      ),
    ).toEqual(["a", "b", "c"]);
  });

  it("refuses a token that calls too often", async () => {
    await standIn.close();
    standIn = await startNotionStandIn({ requestsPerSecond: 3 });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => fetch(`${standIn.url}/v1/users/me`, { headers })),
    );
    const slowed = answers.filter(({ status }) => status === 429);
    expect(slowed.length).toBeGreaterThan(0);
    expect(slowed[0]?.headers.get("retry-after")).toBe("1");
  });

  it("lets a person change, add and delete blocks in the browser", async () => {
    const { json: page } = await create([paragraph("a"), paragraph("b")]);
    const ids = standIn.pages()[0]?.children.map(({ id }) => id) ?? [];
    const save = (form: Record<string, string>) =>
      fetch(`${page.url}/edit`, { method: "POST", body: new URLSearchParams(form) });
    await save({ action: "save", block: ids[0] ?? "", text: "A" });
    await save({ action: "delete", block: ids[1] ?? "" });
    await save({ action: "add", text: "<b>c</b>" });
    const html = await (await fetch(page.url)).text();
    expect(html).toContain("<p>A</p><p>&lt;b&gt;c&lt;/b&gt;</p>");
    await save({ action: "title", text: "Renamed" });
    expect(standIn.pages()[0]?.title).toBe("Renamed");
  });
});
