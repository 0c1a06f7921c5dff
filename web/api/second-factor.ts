import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export const useSecondFactor = () => useRead("GET /api/second-factor");

export const useBeginSecondFactor = () =>
  useMutation({
    mutationFn: (body: Input<"POST /api/second-factor">["body"]) => call("POST /api/second-factor", { body }),
  });

export const useConfirmSecondFactor = () =>
  useChange((body: Input<"POST /api/second-factor/confirm">["body"]) =>
    call("POST /api/second-factor/confirm", { body }),
  );

export const useNewRecoveryCodes = () =>
  useChange((body: Input<"POST /api/second-factor/recovery-codes">["body"]) =>
    call("POST /api/second-factor/recovery-codes", { body }),
  );

export const useEndSecondFactor = () =>
  useChange((body: Input<"POST /api/second-factor/off">["body"]) => call("POST /api/second-factor/off", { body }));

function useChange<Body, Answer>(mutationFn: (body: Body) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn,
    onSuccess: () => queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/second-factor") }),
  });
}
