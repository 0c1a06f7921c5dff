import { useMutation } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";

/** Reads the newest message that a chat integration can see, to prove that reading works. */
export const useTestReading = () =>
  useMutation({
    mutationFn: (id: string) => call("POST /api/collaboration-integrations/:id/last-message", { params: { id } }),
  });

/** Writes and removes a page at a knowledge integration's destination, to prove that publishing works. */
export const useTestPublishing = () =>
  useMutation({ mutationFn: (id: string) => call("POST /api/integrations/:id/test-page", { params: { id } }) });

/** Lists the spaces or pages that entered credentials can see. The credentials are never cached. */
export const useListDestinations = () =>
  useMutation({
    mutationFn: (body: Input<"POST /api/integrations/places">["body"]) =>
      call("POST /api/integrations/places", { body }),
  });
