import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { listQueriesOfEvent } from "./browser-events.ts";
import { buildQueryKey } from "./query-client.ts";

function isReadAgain(event: BrowserEvent, key: readonly unknown[]): boolean {
  const client = new QueryClient();
  client.setQueryData(key, "read before");
  for (const queryKey of listQueriesOfEvent(event)) void client.invalidateQueries({ queryKey });
  return client.getQueryState(key)?.isInvalidated ?? false;
}

it("a changed article is reloaded in every list and on its own page", () => {
  const event: BrowserEvent = { type: "article", id: "a" };
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/recent"))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/search", { query: { category: "Access" } }))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/:id", { params: { id: "a" } }))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/logs"))).toBe(false);
});

it("the bell is reloaded with the inbox, because a decided item needs no decision", () => {
  const events: BrowserEvent[] = [
    { type: "inbox" },
    { type: "article", id: "a" },
    { type: "publication", articleId: "a", id: "p" },
  ];
  for (const event of events)
    for (const key of [buildQueryKey("GET /api/inbox"), buildQueryKey("GET /api/notifications")])
      expect([event.type, key, isReadAgain(event, key)]).toEqual([event.type, key, true]);
});

it("an event of a running run reloads only that run", () => {
  const event: BrowserEvent = { type: "run", id: "r" };
  expect(isReadAgain(event, buildQueryKey("GET /api/runs"))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/recent"))).toBe(false);
});

it("an event type of a newer server is ignored", () => {
  expect(listQueriesOfEvent({ type: "weather" } as unknown as BrowserEvent)).toEqual([]);
});
