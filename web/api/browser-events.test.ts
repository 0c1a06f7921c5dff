import { QueryClient } from "@tanstack/react-query";
import { expect, it } from "vitest";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import { listTouchedQueries } from "./browser-events.ts";
import { buildQueryKey } from "./query-client.ts";

function isReadAgain(event: BrowserEvent, key: readonly unknown[]): boolean {
  const client = new QueryClient();
  client.setQueryData(key, "read before");
  for (const queryKey of listTouchedQueries(event)) void client.invalidateQueries({ queryKey });
  return client.getQueryState(key)?.isInvalidated ?? false;
}

it("a changed article is read again in every list and on its own page", () => {
  const event: BrowserEvent = { type: "article", id: "a" };
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/recent"))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/search", { query: { category: "Access" } }))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/:id", { params: { id: "a" } }))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/logs"))).toBe(false);
});

it("the bell is read again with the inbox, because a decided item needs nobody's decision any more", () => {
  const events: BrowserEvent[] = [
    { type: "inbox" },
    { type: "article", id: "a" },
    { type: "publication", articleId: "a", id: "p" },
  ];
  for (const event of events)
    for (const key of [buildQueryKey("GET /api/inbox"), buildQueryKey("GET /api/notifications")])
      expect([event.type, key, isReadAgain(event, key)]).toEqual([event.type, key, true]);
});

it("a run that goes on is read again and nothing else", () => {
  const event: BrowserEvent = { type: "run", id: "r" };
  expect(isReadAgain(event, buildQueryKey("GET /api/runs"))).toBe(true);
  expect(isReadAgain(event, buildQueryKey("GET /api/articles/recent"))).toBe(false);
});

it("an event of a newer server is left alone", () => {
  expect(listTouchedQueries({ type: "weather" } as unknown as BrowserEvent)).toEqual([]);
});
