import { ApiError } from "../../api/client.ts";

/** The server's reason for a refused request; if it sent none, the page's own sentence. */
export const getRefusalText = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.said) || otherwise;
