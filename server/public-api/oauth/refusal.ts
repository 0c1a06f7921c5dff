/** What the authorization server throws when it will not do something. Told by its shape: the library is loaded when it is needed. */
export interface Refusal {
  error: string;
  error_description?: string;
}

export const isRefusal = (error: unknown): error is Error & Refusal =>
  error instanceof Error && "error" in error && "error_description" in error;
