import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { buildQueryKey, type ReadOptions, useRead } from "./query-client.ts";

export type InviteValues = Input<"POST /api/invitations">["body"];

export const useInvitations = (options?: ReadOptions<"GET /api/invitations">) =>
  useRead("GET /api/invitations", undefined, options);
export const useInvitationLinks = (options?: ReadOptions<"GET /api/invitation-links">) =>
  useRead("GET /api/invitation-links", undefined, options);
export const useNewcomerSettings = (options?: ReadOptions<"GET /api/newcomers">) =>
  useRead("GET /api/newcomers", undefined, options);

function useReadAgain(key: "GET /api/invitations" | "GET /api/invitation-links") {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: buildQueryKey(key) });
}

export function useInvite() {
  const readAgain = useReadAgain("GET /api/invitations");
  return useMutation({
    mutationFn: (body: InviteValues) => call("POST /api/invitations", { body }),
    onSettled: readAgain,
  });
}

export function useResendInvitation() {
  const readAgain = useReadAgain("GET /api/invitations");
  return useMutation({
    mutationFn: (id: string) => call("POST /api/invitations/:id/resend", { params: { id } }),
    onSettled: readAgain,
  });
}

export function useApproveRequest() {
  const readAgain = useReadAgain("GET /api/invitations");
  return useMutation({
    mutationFn: (id: string) => call("POST /api/invitations/:id/approve", { params: { id } }),
    onSettled: readAgain,
  });
}

export function useRevokeInvitation() {
  const readAgain = useReadAgain("GET /api/invitations");
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/invitations/:id", { params: { id } }),
    onSettled: readAgain,
  });
}

export function useCreateInvitationLink() {
  const readAgain = useReadAgain("GET /api/invitation-links");
  return useMutation({
    mutationFn: (body: Input<"POST /api/invitation-links">["body"]) => call("POST /api/invitation-links", { body }),
    onSuccess: readAgain,
  });
}

/** Revoking the link also ends invitations that people requested through the link. */
export function useRevokeInvitationLink() {
  const readLinks = useReadAgain("GET /api/invitation-links");
  const readInvitations = useReadAgain("GET /api/invitations");
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/invitation-links/:id", { params: { id } }),
    onSettled: async () => {
      await readLinks();
      await readInvitations();
    },
  });
}

export function useSaveNewcomerSettings() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<"PUT /api/newcomers">["body"]) => call("PUT /api/newcomers", { body }),
    onSuccess: (saved) => queryClient.setQueryData(buildQueryKey("GET /api/newcomers"), saved),
  });
}
