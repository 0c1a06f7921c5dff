import { startTransition, useEffect, useOptimistic, useRef, useState } from "react";
import { useLocation, useSearchParams } from "react-router";
import type { ArticleFilters } from "../../../shared/contract/article-list.ts";
import { createQuestionRequest, type QuestionRequest } from "../../components/answer/question-request.ts";

const NAMES = [
  "keywords",
  "category",
  "contentType",
  "difficulty",
  "priority",
  "tags",
  "status",
  "channel",
  "person",
  "verified",
] as const;
export type FilterName = (typeof NAMES)[number];
const TYPING_DELAY_MS = 300;

export type ArticleFiltering = ReturnType<typeof useArticleFilters>;

/**
 * The filters, which are in the URL. Typed keywords are added to the URL after a pause in typing, every other choice at
 * once.
 */
export function useArticleFilters() {
  const [inAddress, setParams] = useSearchParams();
  /** Shows a choice at once. The URL and the list change later. */
  const [params, showParams] = useOptimistic(inAddress);
  /** The text that is being typed; null if the URL already contains it. */
  const [typing, setTyping] = useState<string | null>(null);
  const rest = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(rest.current), []);

  const filters = readFilters(params);
  const { state } = useLocation();
  const asked = (state as { asked?: QuestionRequest } | null)?.asked ?? null;
  /** Keeps the question visible while its words are the search text. */
  const goTo = (next: URLSearchParams, shown: QuestionRequest | null = asked) =>
    startTransition(() => {
      const keeps = shown !== null && next.get("keywords")?.trim() === shown.question;
      showParams(next);
      setParams(next, { replace: true, ...(keeps && { state: { asked: shown } }) });
    });
  const choose = (name: FilterName, value: string) => {
    const next = new URLSearchParams(window.location.search);
    if (value) next.set(name, value);
    else next.delete(name);
    goTo(next);
  };
  const type = (text: string) => {
    setTyping(text);
    clearTimeout(rest.current);
    rest.current = setTimeout(() => {
      choose("keywords", text);
      setTyping(null);
    }, TYPING_DELAY_MS);
  };
  /** Shows the answer above the articles. The history entry names its request, so that 'back' shows it again. */
  const ask = (question: string) => {
    clearTimeout(rest.current);
    setTyping(null);
    const next = new URLSearchParams(window.location.search);
    next.set("keywords", question);
    goTo(next, createQuestionRequest(question));
  };
  const clear = () => {
    clearTimeout(rest.current);
    setTyping(null);
    // Removes the filters from the URL, but not the layout of the list.
    const kept = new URLSearchParams(window.location.search);
    for (const name of NAMES) kept.delete(name);
    goTo(kept);
  };
  return {
    filters,
    count: Object.keys(filters).length,
    typed: typing ?? params.get("keywords") ?? "",
    type,
    choose,
    clear,
    ask,
    asked,
  };
}

export function readFilters(params: URLSearchParams): ArticleFilters {
  const filters: ArticleFilters = {};
  for (const name of NAMES) {
    const value = params.get(name)?.trim();
    if (value) Object.assign(filters, { [name]: value });
  }
  return filters;
}
