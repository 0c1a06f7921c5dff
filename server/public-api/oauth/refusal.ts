/** The authorization server's error for a refused request. Recognised by its form, because the library is loaded lazily. */
export interface OAuthRefusal {
  error: string;
  error_description?: string;
}

export const isRefusal = (error: unknown): error is Error & OAuthRefusal =>
  error instanceof Error && "error" in error && "error_description" in error;
