import { randomUUID } from "node:crypto";
import type { Server } from "node:http";
import { type WebSocket, WebSocketServer } from "ws";
import type { SlackTeam } from "./team.ts";

const ACK_WITHIN_MS = 3000;

/**
 * Slack's Socket Mode. Addresses work once. A connection begins with a hello message. Messages are repeated until the
 * app acknowledges them.
 */
export class SocketMode {
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #tickets = new Map<string, SlackTeam>();
  readonly #sockets = new Map<WebSocket, SlackTeam>();
  readonly #waiting = new Map<string, NodeJS.Timeout>();
  readonly #asked = new Map<string, (answer: unknown) => void>();

  /** Accepts WebSocket connections on the stand-in's HTTP server. */
  attach(server: Server): void {
    server.on("upgrade", (request, socket, head) => {
      const ticket = new URL(request.url ?? "", "http://stand-in").searchParams.get("ticket") ?? "";
      const team = this.#tickets.get(ticket);
      this.#tickets.delete(ticket);
      if (!team) return void socket.destroy();
      this.#server.handleUpgrade(request, socket, head, (client) => this.#welcome(client, team));
    });
  }

  /** The path of a new connection, for `apps.connections.open`. */
  openPath(team: SlackTeam): string {
    const ticket = randomUUID();
    this.#tickets.set(ticket, team);
    return `/link/?ticket=${ticket}&app_id=ASTANDIN`;
  }

  /** Sends an event over one of the team's connections, like Slack. */
  deliver(
    team: SlackTeam,
    payload: Record<string, unknown>,
    { type = "events_api", attempt = 0 }: { type?: "events_api" | "interactive"; attempt?: number } = {},
  ): void {
    const client = this.#of(team)[0];
    if (!client) return;
    const envelopeId = randomUUID();
    const envelope = { envelope_id: envelopeId, type, accepts_response_payload: type === "interactive" };
    const retried = { retry_attempt: attempt, retry_reason: attempt > 0 ? "timeout" : "" };
    client.send(JSON.stringify({ ...envelope, ...retried, payload }));
    const again = () => attempt < 3 && this.deliver(team, payload, { type, attempt: attempt + 1 });
    this.#waiting.set(envelopeId, setTimeout(again, ACK_WITHIN_MS).unref());
  }

  /**
   * Sends a form or a command over one of the team's connections. Returns the app's response; null for an empty one.
   */
  ask(
    team: SlackTeam,
    payload: Record<string, unknown>,
    type: "interactive" | "slash_commands" = "interactive",
  ): Promise<unknown> {
    return new Promise((resolve) => {
      const envelopeId = randomUUID();
      this.#asked.set(envelopeId, resolve);
      const envelope = { envelope_id: envelopeId, type, accepts_response_payload: true };
      this.#of(team)[0]?.send(JSON.stringify({ ...envelope, retry_attempt: 0, retry_reason: "", payload }));
    });
  }

  connections(team: SlackTeam): number {
    return this.#of(team).length;
  }

  /** Asks the team's connections to reconnect. */
  refresh(team: SlackTeam): void {
    for (const client of this.#of(team)) {
      client.send(
        JSON.stringify({ type: "disconnect", reason: "refresh_requested", debug_info: { host: "stand-in" } }),
      );
      client.close();
    }
  }

  stop(): void {
    for (const timer of this.#waiting.values()) clearTimeout(timer);
    for (const client of this.#sockets.keys()) client.terminate();
    this.#server.close();
  }

  #of(team: SlackTeam): WebSocket[] {
    return [...this.#sockets].filter(([, other]) => other === team).map(([client]) => client);
  }

  #welcome(client: WebSocket, team: SlackTeam): void {
    this.#sockets.set(client, team);
    client.on("close", () => this.#sockets.delete(client));
    client.on("message", (data) => this.#acknowledge(String(data)));
    const hello = { type: "hello", num_connections: this.#of(team).length, connection_info: { app_id: "ASTANDIN" } };
    client.send(JSON.stringify({ ...hello, debug_info: { host: "stand-in", approximate_connection_time: 18_060 } }));
  }

  #acknowledge(text: string): void {
    const { envelope_id: id = "", payload } = JSON.parse(text) as { envelope_id?: string; payload?: unknown };
    this.#asked.get(id)?.(hasEntries(payload) ? payload : null);
    this.#asked.delete(id);
    clearTimeout(this.#waiting.get(id));
    this.#waiting.delete(id);
  }
}

/** Whether the response has content. The client sends an empty object for an empty response. */
const hasEntries = (payload: unknown) => typeof payload === "object" && Object.keys(payload ?? {}).length > 0;
