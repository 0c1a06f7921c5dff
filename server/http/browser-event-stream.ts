import type { FastifyInstance } from "fastify";
import type { BrowserEvent } from "../../shared/contract/browser-events.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import { beginEventStream } from "./event-stream.ts";

const HEARTBEAT_MS = 20_000;
const MAX_STREAMS_PER_USER = 10;
/** A browser that has not read this many bytes counts as gone. */
const MAX_UNREAD_BYTES = 256 * 1024;

declare module "fastify" {
  interface FastifyInstance {
    /** Ends the event streams of one session, or of all sessions. */
    closeStreams(sessionHash?: string): void;
  }
}

interface Stream {
  userId: string;
  sessionHash: string;
  close(): void;
}

export interface BrowserEventStreamOptions {
  events: Deps["events"];
  /** Called at every heartbeat. A session that ended or changed its workspace ends its streams. */
  isAlive: (sessionHash: string, workspaceId: string) => Promise<boolean>;
  /** True when this person may read all of these channels. */
  mayRead: (reader: { workspaceId: string; userId: string }, channelIds: string[]) => Promise<boolean>;
  heartbeatMs?: number;
}

/**
 * Serves `GET /api/events`: server-sent events of the viewer's workspace (shared/contract/browser-events.ts). `?since=`
 * (milliseconds since 1970) also sends the events that came while the page was being loaded.
 */
export function serveBrowserEvents(
  app: FastifyInstance,
  { events, isAlive, mayRead, heartbeatMs = HEARTBEAT_MS }: BrowserEventStreamOptions,
): void {
  const streams = new Set<Stream>();
  app.decorate("closeStreams", (sessionHash?: string) => {
    for (const stream of streams) if (sessionHash === undefined || stream.sessionHash === sessionHash) stream.close();
  });
  app.addHook("preClose", async () => app.closeStreams());

  type Route = { Querystring: Record<string, unknown> };
  app.get<Route>("/api/events", { config: { access: "session" } }, async ({ viewer, sessionHash, query }, reply) => {
    if (!viewer || !sessionHash) throw new AppError("not-signed-in", "Unauthorized");
    const own = [...streams].filter(({ userId }) => userId === viewer.userId);
    if (own.length >= MAX_STREAMS_PER_USER)
      throw new AppError("too-many", "Too many windows are open. Close one and reload.", { retryAfterSeconds: 30 });

    const raw = beginEventStream(reply);
    const write = (text: string) => {
      if (raw.writableLength > MAX_UNREAD_BYTES) raw.destroy();
      else raw.write(text);
    };
    write("retry: 2000\n\n");
    const tell = (event: BrowserEvent) => write(`data: ${JSON.stringify(event)}\n\n`);
    const hear = (event: BrowserEvent, channelIds: string[] | null) => {
      if (channelIds === null) return tell(event);
      // An event whose readers cannot be determined is not sent.
      void mayRead(viewer, channelIds).then(
        (isFor) => isFor && tell(event),
        () => {},
      );
    };
    const since = /^\d{13}$/.test(String(query["since"])) ? Number(query["since"]) : undefined;
    const unsubscribe = events.subscribe(viewer.workspaceId, hear, since);
    const heartbeat = setInterval(async () => {
      write(": still here\n\n");
      // If the database does not answer, the stream stays open: the next heartbeat checks the session again.
      if (!(await isAlive(sessionHash, viewer.workspaceId).catch(() => true))) raw.end();
    }, heartbeatMs);
    const stream: Stream = { userId: viewer.userId, sessionHash, close: () => raw.end() };
    streams.add(stream);
    raw.on("close", () => {
      clearInterval(heartbeat);
      unsubscribe();
      streams.delete(stream);
    });
  });
}
