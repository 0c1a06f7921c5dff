import { ApiError } from "../../api/client.ts";

/** The server's sentence about a refusal; the page's own sentence when there is none. */
export const getRefusalText = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.said) || otherwise;
