import { ApiError } from "../../api/client.ts";

/** Returns the server's sentence about a refused request, or the page's own sentence when the server sent none. */
export const getRefusalText = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.said) || otherwise;
