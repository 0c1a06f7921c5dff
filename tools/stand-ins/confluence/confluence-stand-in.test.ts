import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type ConfluenceStandIn, DEFAULT_ACCOUNT, startConfluenceStandIn } from "./server.ts";
import { renderStorage } from "./storage-html.ts";
import { explainInvalidStorage } from "./well-formed.ts";

describe("the Confluence stand-in", () => {
  let standIn: ConfluenceStandIn;
  beforeEach(async () => {
    standIn = await startConfluenceStandIn();
  });
  afterEach(() => standIn.close());

  const authorization = `Basic ${btoa(`${DEFAULT_ACCOUNT.email}:${DEFAULT_ACCOUNT.token}`)}`;
  const api = async (method: string, path: string, body?: unknown) => {
    const headers = { authorization, ...(body !== undefined && { "content-type": "application/json" }) };
    const response = await fetch(`${standIn.url}/wiki${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return { status: response.status, json: response.status === 204 ? null : await response.json() };
  };
  const create = async (title = "Page", value = "<p>Hello</p>") => {
    const space = (await api("GET", "/api/v2/spaces?keys=DOC")).json.results[0];
    return api("POST", "/api/v2/pages", {
      spaceId: space.id,
      status: "current",
      title,
      body: { representation: "storage", value },
    });
  };

  it("accepts a title only once in a space, until its page is in the trash", async () => {
    const { json } = await create();
    expect((await create()).json.errors[0].title).toContain("A page with this title already exists");
    expect((await api("DELETE", `/api/v2/pages/${json.id}`)).status).toBe(204);
    expect((await create()).status).toBe(200);
  });

  it("requires each version to be one higher than the last", async () => {
    const { json } = await create();
    const put = (number: number) =>
      api("PUT", `/api/v2/pages/${json.id}`, {
        id: json.id,
        status: "current",
        title: "Page",
        body: { representation: "storage", value: "<p/>" },
        version: { number },
      });
    expect([(await put(3)).status, (await put(2)).status, (await put(2)).status]).toEqual([409, 200, 409]);
  });

  it("lets a person edit a page in the browser", async () => {
    const { json } = await create();
    const address = json._links.base + json._links.webui;
    expect(await (await fetch(address)).text()).toContain("Confluence stand-in");
    const form = new URLSearchParams({ title: "Renamed", storage: "<p>Edited by hand</p>" });
    const saved = await fetch(`${standIn.url}/wiki/spaces/DOC/pages/${json.id}/edit`, { method: "POST", body: form });
    expect(await saved.text()).toContain("Edited by hand");
    expect(standIn.pages()[0]).toMatchObject({ title: "Renamed", version: { number: 2 } });
  });

  it("shows a person why an edit is not saved", async () => {
    const { json } = await create();
    const form = new URLSearchParams({ title: "Page", storage: "<p>not closed" });
    const answer = await fetch(`${standIn.url}/wiki/spaces/DOC/pages/${json.id}/edit`, { method: "POST", body: form });
    expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining("&lt;p&gt; is not closed")]);
  });

  it.each([
    "<p>",
    "<p></b></p>",
    "a & b",
    "<p>&unknown;</p>",
    "<script>x</script>",
    '<p onclick="x">a</p>',
    '<p a="1" a="2">b</p>',
    "<p>]]></p>",
    "<p a=1>b</p>",
    "<p>\u0001</p>",
    "<p><![CDATA[x</p>",
    "< p>a</p>",
  ])("refuses %j as storage format", (storage) => {
    expect(explainInvalidStorage(storage)).not.toBeNull();
  });

  it.each([
    "",
    "text",
    "<p>&amp; &nbsp; &#39; &#x1F600;</p>",
    "<br/>",
    "<ac:link ac:anchor='a'><![CDATA[<&]]></ac:link>",
    "<!-- note --><hr />",
  ])("accepts %j as storage format", (storage) => {
    expect(explainInvalidStorage(storage)).toBeNull();
  });

  it("shows hostile storage format without links, scripts or other active content", () => {
    const html = renderStorage(
      '<p onclick="x">a</p><script>b</script><a href="javascript:c">d</a><img src="x" onerror="e"/><iframe src="f"/>',
    );
    expect(html).toBe("<p>a</p>bd");
  });
});
