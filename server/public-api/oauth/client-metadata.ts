/** Programs on a computer cannot keep a secret, and those on a server need none beside PKCE. */
export const metadataOf = ({ id, name, redirectUris }: { id: string; name: string; redirectUris: string[] }) => ({
  client_id: id,
  client_name: name,
  redirect_uris: redirectUris,
  // Any port of the own computer (RFC 8252), and addresses such as cursor://.
  application_type: "native" as const,
  grant_types: ["authorization_code", "refresh_token"],
  response_types: ["code" as const],
  token_endpoint_auth_method: "none" as const,
});
