import type { FastifyReply, FastifyRequest } from "fastify";
import type { Provider } from "oidc-provider";
import { html } from "../../http/html.ts";
import { sendPage } from "../../http/pages/page.ts";

/**
 * Passes a request to the authorization server, with its public URL and the caller's IP address. The product knows
 * these even behind a proxy.
 */
export async function forwardToAuthorizationServer(
  provider: Provider,
  publicUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const { raw } = request;
  const { protocol, host } = new URL(publicUrl);
  delete raw.headers.forwarded;
  raw.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  raw.headers["x-forwarded-host"] = host;
  raw.headers["x-forwarded-for"] = request.ip;
  for (const [name, value] of Object.entries(reply.getHeaders()))
    if (value !== undefined) reply.raw.setHeader(name, value);
  await provider.callback()(raw, reply.raw);
  if (raw.oauthProblem) return sendProblem(reply, raw.oauthProblem);
  return reply.hijack();
}

export const sendProblem = (reply: FastifyReply, { status, message }: { status: number; message: string }) =>
  sendPage(reply, status, {
    title: "The app cannot be connected",
    body: html`<h1>The app cannot be connected</h1>
<p>The request of the app was refused: ${message}.</p>
<p>Go back to the app and connect it again. If it happens again, tell whoever makes the app.</p>`,
  });
