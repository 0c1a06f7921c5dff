import { afterEach, describe, expect, it, vi } from "vitest";
import { ApiError, buildQuery, call } from "./client.ts";
import { buildAddress, buildQueryKey, createQueryClient } from "./query-client.ts";

const answering = (...answers: Response[]) => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => answers.shift() ?? new Response("{}"));
  vi.stubGlobal("fetch", fetch);
  return fetch;
};
afterEach(() => vi.unstubAllGlobals());

describe("a call", () => {
  it("API-001 sends JSON with its content type and the session's cookie", async () => {
    const fetch = answering();
    await call("POST /api/analyze", { body: { channelId: "C1" } });
    expect(fetch).toHaveBeenCalledWith("/api/analyze", {
      method: "POST",
      credentials: "include",
      headers: { "Content-Type": "application/json" },
      body: '{"channelId":"C1"}',
    });
  });

  it("names no content type when it sends nothing", async () => {
    const fetch = answering();
    await call("POST /api/test-slack-analysis");
    expect(fetch).toHaveBeenCalledWith("/api/test-slack-analysis", { method: "POST", credentials: "include" });
  });

  it("API-002 that is refused raises '{status}: {body text or status text}'", async () => {
    answering(new Response("boom", { status: 500 }), new Response("", { status: 502, statusText: "Bad Gateway" }));
    await expect(call("GET /api/stats")).rejects.toThrow("500: boom");
    await expect(call("GET /api/stats")).rejects.toThrow("502: Bad Gateway");
  });

  it("that is refused keeps the server's sentence and the fields it names", async () => {
    const body = { message: "The name is taken.", code: "conflict", fields: [{ path: "name", message: "Taken." }] };
    answering(Response.json(body, { status: 409 }));
    const error = await call("GET /api/stats").catch((reason: ApiError) => reason);
    expect(error).toMatchObject({ status: 409, explanation: "The name is taken.", fields: body.fields });
  });

  it("ERR-003 tells an expired account by 'Account expired' and by subscriptionExpired", () => {
    expect(new ApiError(403, '{"subscriptionExpired":true}').subscriptionExpired).toBe(true);
    expect(new ApiError(403, "Account expired").subscriptionExpired).toBe(true);
    expect(new ApiError(403, "Email not verified").subscriptionExpired).toBe(false);
  });

  it("escapes what is in a path and leaves out what is not set", () => {
    expect(buildAddress(buildQueryKey("GET /api/articles/:id", { params: { id: "a/b" } }))).toBe("/api/articles/a%2Fb");
    expect(buildQuery({ tags: "a,b", category: "", keywords: undefined })).toBe("?tags=a%2Cb");
  });
});

describe("a read", () => {
  it("API-003 GETs the path formed from its key", async () => {
    const fetch = answering();
    await createQueryClient().fetchQuery({ queryKey: ["/api/articles", "search", { category: "Access" }] });
    expect(fetch.mock.calls.map(([path]) => path)).toContain("/api/articles/search?category=Access");
  });

  it("API-055 takes an answer that holds more than the contract lists", async () => {
    const stats = {
      articlesCreated: 1,
      messagesAnalyzed: 2,
      activeChannels: 3,
      successRate: 4,
      moreThanListed: { any: [5] },
    };
    answering(Response.json(stats));
    expect(await createQueryClient().fetchQuery({ queryKey: ["/api/stats"] })).toEqual(stats);
  });

  it("API-004 is not tried again when it fails", async () => {
    const fetch = answering(new Response("boom", { status: 500 }));
    await expect(createQueryClient().fetchQuery({ queryKey: ["/api/stats"] })).rejects.toThrow("500: boom");
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it("API-004 waits for nothing without a network, and a call that changes something is sent once, too", async () => {
    const fetch = answering(new Response("boom", { status: 500 }));
    fetch.mockImplementationOnce(() => Promise.reject(new TypeError("Failed to fetch")));
    const client = createQueryClient();
    await expect(client.fetchQuery({ queryKey: ["/api/stats"] })).rejects.toThrow("Failed to fetch");
    expect(fetch).toHaveBeenCalledTimes(1);
    const run = client.getMutationCache().build(client, { mutationFn: () => call("POST /api/test-slack-analysis") });
    await expect(run.execute(undefined)).rejects.toThrow("500: boom");
    expect(fetch).toHaveBeenCalledTimes(2);
  });

  it("gets an answer that is still the same without its body", async () => {
    const list = [{ id: "a" }, { id: "b" }];
    const answer = () => Response.json(list, { headers: { etag: 'W/"one"' } });
    const fetch = answering(
      answer(),
      new Response(null, { status: 304, headers: { etag: 'W/"one"' } }),
      Response.json([]),
    );
    const sentTag = (call: number) => new Headers(fetch.mock.calls[call]?.[1].headers).get("if-none-match");
    const read = () => createQueryClient().fetchQuery({ queryKey: ["/api/articles", "tagged"] });
    expect([await read(), await read()]).toEqual([list, list]);
    expect([sentTag(0), sentTag(1)]).toEqual([null, 'W/"one"']);
    expect(await read()).toEqual([]);
    await read();
    expect(sentTag(3), "the answer without a tag took its place").toBeNull();
  });

  it("API-005 never goes stale by itself", async () => {
    const fetch = answering();
    const client = createQueryClient();
    await client.fetchQuery({ queryKey: ["/api/stats"] });
    await client.fetchQuery({ queryKey: ["/api/stats"] });
    expect(fetch).toHaveBeenCalledTimes(1);
  });
});
