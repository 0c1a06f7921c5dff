import { ApiError } from "../../api/client.ts";

/** The server's own sentence about a refusal; without one, the page's. */
export const serverSays = (error: unknown, otherwise: string) => (error instanceof ApiError && error.said) || otherwise;
