/**
 * The authorization server's error for a refused request. It is recognised by its fields, because the library is loaded
 * only when needed.
 */
export interface OAuthRefusal {
  error: string;
  error_description?: string;
}

export const isRefusal = (error: unknown): error is Error & OAuthRefusal =>
  error instanceof Error && "error" in error && "error_description" in error;
