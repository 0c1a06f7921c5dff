import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { call } from "./client.ts";

/** The answer to a question; the one before stays while it is looked for. */
export const useAnswer = (question: string) =>
  useQuery({
    queryKey: ["/api/ask", question],
    queryFn: () => call("POST /api/ask", { body: { question } }),
    enabled: question !== "",
    placeholderData: keepPreviousData,
    // Articles change: the same question is asked anew.
    gcTime: 0,
  });
