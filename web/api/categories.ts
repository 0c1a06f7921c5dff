import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { Category } from "../../shared/contract/categories.ts";
import { type CategoryWithPath, sortByTree } from "../../shared/domain/categories.ts";
import { showToast } from "../lib/toast-store.ts";
import { call } from "./client.ts";
import { useRead } from "./query-client.ts";

export type CategoryInTree = CategoryWithPath<Category>;

export const useCategoryTree = () => useRead("GET /api/categories");

/** Every category with its path from the root; empty until loaded. */
export function useCategoriesInTree(): CategoryInTree[] {
  return sortByTree(useCategoryTree().data ?? []);
}

/** Loads every query again that contains category names: lists, filters, articles, saved views and watches. */
function useReadAgain() {
  const queryClient = useQueryClient();
  const paths = ["/api/categories", "/api/articles", "/api/saved-views", "/api/watches"];
  return () => Promise.all(paths.map((path) => queryClient.invalidateQueries({ queryKey: [path] })));
}

const useChange = <Change, Result>(mutationFn: (change: Change) => Promise<Result>, title: string) =>
  useMutation({ mutationFn, onSuccess: () => showToast({ title }), onSettled: useReadAgain() });

export const useCreateCategory = () =>
  useChange((body: Pick<Category, "name" | "parentId">) => call("POST /api/categories", { body }), "Category created");

export const useRenameCategory = (id: string) =>
  useChange(
    (body: Pick<Category, "name">) => call("PATCH /api/categories/:id", { params: { id }, body }),
    "Category renamed",
  );

export const useMoveCategory = (id: string) =>
  useChange(
    (body: { parentId: string | null; after: string | null }) =>
      call("POST /api/categories/:id/move", { params: { id }, body }),
    "Category moved",
  );

export const useMergeCategory = (id: string) =>
  useChange(
    (into: string) => call("POST /api/categories/:id/merge", { params: { id }, body: { into } }),
    "Categories merged",
  );

export const useRemoveCategory = (id: string) =>
  useChange(() => call("DELETE /api/categories/:id", { params: { id } }), "Category removed");
