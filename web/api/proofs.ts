import { useMutation } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";

/** Reads the newest message that a chat integration can see. */
export const useProveReading = () =>
  useMutation({
    mutationFn: (id: string) => call("POST /api/collaboration-integrations/:id/last-message", { params: { id } }),
  });

/** Writes a page where a knowledge integration publishes, and removes it again. */
export const useProvePage = () =>
  useMutation({ mutationFn: (id: string) => call("POST /api/integrations/:id/test-page", { params: { id } }) });

/** The spaces or pages that entered credentials can see. The credentials are in no cache. */
export const useListDestinations = () =>
  useMutation({
    mutationFn: (body: Input<"POST /api/integrations/places">["body"]) =>
      call("POST /api/integrations/places", { body }),
  });
