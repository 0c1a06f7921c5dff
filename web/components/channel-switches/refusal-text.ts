import { ApiError } from "../../api/client.ts";

/** Returns the server's explanation of a refused request, or else the page's own sentence. */
export const getRefusalText = (error: unknown, otherwise: string) =>
  (error instanceof ApiError && error.said) || otherwise;
