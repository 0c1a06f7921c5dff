import {
  MutationCache,
  QueryCache,
  QueryClient,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from "@tanstack/react-query";
import { PAGE_HEADERS } from "../../shared/domain/list-pages.ts";
import {
  type Arguments,
  buildQuery,
  callWithHeaders,
  type EndpointKey,
  fillPath,
  type Output,
  request,
} from "./client.ts";
import { takePreloadedResponse } from "./preloaded-data.ts";
import { handleRefusal } from "./refusals.ts";

const WHO_IS_THERE = "/api/auth/user";

type ReadKey = Extract<EndpointKey, `GET ${string}`>;
export type ReadOptions<Key extends ReadKey> = Omit<UseQueryOptions<Output<Key>>, "queryKey" | "queryFn">;

/**
 * Creates the query client. A query's key is its path: ["/api/articles", id] reads /api/articles/{id}; an object at the
 * end is the query string. Data never becomes stale by time or focus. Mutations and browser events invalidate it.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey, state }) =>
        handleRefusal(error, { isFirstLook: buildAddress(queryKey) === WHO_IS_THERE && state.data === undefined }),
    }),
    mutationCache: new MutationCache({ onError: (error) => handleRefusal(error) }),
    defaultOptions: {
      queries: {
        queryFn: ({ queryKey }) => {
          const address = buildAddress(queryKey);
          const first = takePreloadedResponse(address);
          return first ? first.answer : request("GET", address);
        },
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        retry: false,
        networkMode: "always",
      },
      // Without a network, a change fails at once instead of waiting for the network.
      mutations: { retry: false, networkMode: "always" },
    },
  });
}

export function buildAddress(queryKey: QueryKey): string {
  const last = queryKey.at(-1);
  const query = typeof last === "object" && last !== null ? (last as Record<string, string>) : undefined;
  return (query ? queryKey.slice(0, -1) : queryKey).join("/") + buildQuery(query);
}

/** Builds keys like ["/api/articles", id, "conversation"], so that ["/api/articles"] covers all data about articles. */
export function buildQueryKey<Key extends ReadKey>(key: Key, ...[input]: Arguments<Key>): QueryKey {
  const { params, query } = (input ?? {}) as { params?: Record<string, string>; query?: object };
  const [root = "", resource = "", ...rest] = fillPath(key.slice("GET /".length), params).split("/");
  return [`/${root}/${resource}`, ...rest, ...(query ? [query] : [])];
}

export function useRead<Key extends ReadKey>(key: Key, input?: Arguments<Key>[0], options?: ReadOptions<Key>) {
  return useQuery<Output<Key>>({ ...options, queryKey: buildQueryKey(key, ...([input] as Arguments<Key>)) });
}

/** Marks queries of offered channels, which are refetched when an integration changes. */
export const OFFERED_CHANNELS_META = { isOffer: true };

/** Loads all pages of a list that is shown, searched and selected as a whole. */
export function useWholeList<Key extends "GET /api/channels" | "GET /api/collaboration-channels">(key: Key) {
  return useQuery({ queryKey: [key.slice("GET ".length)], queryFn: () => readWholeList<Output<Key>[number]>(key) });
}

async function readWholeList<Row>(key: EndpointKey): Promise<Row[]> {
  // The document contains the response only if the whole list fits on one page.
  const first = takePreloadedResponse(key.slice("GET ".length));
  if (first) return first.answer as Row[];
  const whole: Row[] = [];
  let cursor: string | undefined;
  do {
    const { answer, headers } = await callWithHeaders(key, ...([{ query: { cursor } }] as Arguments<EndpointKey>));
    whole.push(...(answer as Row[]));
    cursor = headers.get(PAGE_HEADERS.next) ?? undefined;
  } while (cursor);
  return whole;
}
