import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Membership } from "../../shared/domain/access.ts";
import { call } from "./client.ts";
import { buildQueryKey, type ReadOptions, useRead } from "./query-client.ts";

export const usePeople = () => useRead("GET /api/people");
export const useMailDomains = (options?: ReadOptions<"GET /api/mail-domains">) =>
  useRead("GET /api/mail-domains", undefined, options);

/**
 * Changes a person's membership. The signed-in user is loaded again too, because people who change their own membership
 * have other permissions at once.
 */
export function useChangeMembership() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, membership }: { id: string; membership: Membership }) =>
      call("PATCH /api/people/:id", { params: { id }, body: { membership } }),
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/people") });
      await queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/auth/user") });
    },
  });
}

export function useRemovePerson() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ id, articlesTo }: { id: string; articlesTo: string | undefined }) =>
      call("DELETE /api/people/:id", { params: { id }, query: { articlesTo } }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/people") });
      await queryClient.invalidateQueries({ queryKey: ["/api/articles"] });
    },
  });
}

export function useClaimDomain() {
  const readAgain = useReloadDomains();
  return useMutation({
    mutationFn: (domain: string) => call("POST /api/mail-domains", { body: { domain } }),
    onSuccess: readAgain,
  });
}

export function useCheckDomain() {
  const readAgain = useReloadDomains();
  return useMutation({
    mutationFn: (id: string) => call("POST /api/mail-domains/:id/check", { params: { id } }),
    onSuccess: readAgain,
  });
}

export const useSendDomainProof = () =>
  useMutation({
    mutationFn: ({ id, mailbox }: { id: string; mailbox: "admin" | "postmaster" }) =>
      call("POST /api/mail-domains/:id/mail", { params: { id }, body: { mailbox } }),
  });

export function useRemoveMailDomain() {
  const readAgain = useReloadDomains();
  return useMutation({
    mutationFn: (id: string) => call("DELETE /api/mail-domains/:id", { params: { id } }),
    onSuccess: readAgain,
  });
}

function useReloadDomains() {
  const queryClient = useQueryClient();
  return async () => {
    await queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/mail-domains") });
    await queryClient.invalidateQueries({ queryKey: buildQueryKey("GET /api/single-sign-on") });
  };
}
