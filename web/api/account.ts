import { useMutation, useQueryClient } from "@tanstack/react-query";
import { call, type Input } from "./client.ts";
import { buildQueryKey, useRead } from "./query-client.ts";

export type ProfileValues = Input<"PATCH /api/auth/user">["body"];
type PasswordChange = Input<"POST /api/auth/change-password">["body"];

export const useUser = () => useRead("GET /api/auth/user");

export function useSaveProfile() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProfileValues) => call("PATCH /api/auth/user", { body }),
    onSuccess: (user) => queryClient.setQueryData(buildQueryKey("GET /api/auth/user"), user),
  });
}

export function useSetDateFormat() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: Input<"PUT /api/auth/dates">["body"]) => call("PUT /api/auth/dates", { body }),
    onSuccess: (user) => queryClient.setQueryData(buildQueryKey("GET /api/auth/user"), user),
  });
}

export function useDismissWelcome() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: () => call("PUT /api/auth/welcome", { body: { dismissed: true } }),
    onSuccess: (user) => queryClient.setQueryData(buildQueryKey("GET /api/auth/user"), user),
  });
}

export const useChangePassword = () =>
  useMutation({ mutationFn: (body: PasswordChange) => call("POST /api/auth/change-password", { body }) });
