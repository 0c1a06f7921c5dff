import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

type WikiChange = Input<"PUT /api/wikis/:id">["body"] & { id: string };

export const useWikiSize = (id: string) => useRead("GET /api/wikis/:id/size", { params: { id } });

export function useChangeWiki() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, ...body }: WikiChange) => call("PUT /api/wikis/:id", { params: { id }, body }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/wikis") }),
  });
}
