export interface GoogleChatPerson {
  /** The person's number, such as `1` of `users/1`. */
  id: string;
  name: string;
  isBot?: boolean;
  /** For an app: the e-mail address of the service account that posts as the app. */
  serviceAccount?: string;
  /** The account's e-mail address, which also identifies a member. */
  email?: string;
  /** True for a former member who wrote in the space. */
  hasLeft?: boolean;
}

export interface GoogleChatSpaceData {
  /** The space's id, such as `AAA` of `spaces/AAA`. */
  id: string;
  displayName: string;
  description?: string;
  spaceType?: "SPACE" | "GROUP_CHAT" | "DIRECT_MESSAGE";
  people: GoogleChatPerson[];
  /** True if people of other companies may become members. */
  externalUserAllowed?: boolean;
}

export interface AppPost {
  text?: string;
  cardsV2?: unknown[];
}

export interface GoogleChatPost {
  /** The author, who is a member of the space. */
  userId: string;
  /** Text with Google Chat's markup: `*bold*`, `<users/1>`, `<https://acme.com|label>`. */
  text: string;
  /** The id of the message that this message replies to. */
  inThreadOf?: string;
  attachments?: string[];
  /** The time in milliseconds since 1970. The current time if absent. */
  at?: number;
}

export interface WireMessage {
  name: string;
  sender?: { name: string; type: "HUMAN" | "BOT"; displayName: string };
  createTime: string;
  lastUpdateTime?: string;
  deleteTime?: string;
  deletionMetadata?: { deletionType: string };
  text?: string;
  formattedText?: string;
  annotations?: unknown[];
  attachment?: { name: string; contentName: string; contentType: string; source: string }[];
  thread: { name: string };
  threadReply?: boolean;
  space: { name: string };
  cardsV2?: unknown[];
  clientAssignedMessageId?: string;
  privateMessageViewer?: { name: string };
}

export type SpaceChange = "created" | "updated" | "deleted";

/** A space, and the actions of people in it. Ids are THREAD.MESSAGE. Times have microseconds and are unique. */
export class GoogleChatSpace {
  readonly data: GoogleChatSpaceData;
  /** The messages, oldest first. */
  readonly messages: WireMessage[] = [];
  readonly createTime: string;
  readonly #now: () => number;
  readonly #tell: (space: GoogleChatSpace, change: SpaceChange, message: WireMessage) => void;
  #count = 0;
  #lastMicros = 0;

  /** `tell` is called for each action of people in the space. */
  constructor(
    data: GoogleChatSpaceData,
    now: () => number,
    tell: (space: GoogleChatSpace, change: SpaceChange, message: WireMessage) => void = () => {},
  ) {
    this.data = data;
    this.#now = now;
    this.#tell = tell;
    this.createTime = new Date(now()).toISOString();
  }

  get name(): string {
    return `spaces/${this.data.id}`;
  }

  /** Posts a message as a person and returns its id. */
  post({ userId, text, inThreadOf, attachments = [], at = this.#now() }: GoogleChatPost): string {
    const person = this.#person(userId);
    this.#count += 1;
    const own = `M${String(this.#count).padStart(10, "0")}`;
    const thread = inThreadOf === undefined ? own : (inThreadOf.split(".")[0] ?? own);
    const id = `${thread}.${own}`;
    const message: WireMessage = {
      name: `${this.name}/messages/${id}`,
      sender: { name: `users/${person.id}`, type: person.isBot ? "BOT" : "HUMAN", displayName: person.name },
      createTime: this.#momentOf(at),
      ...this.#said(text),
      ...(attachments.length > 0 && { attachment: attachments.map((name) => this.#attachment(id, name)) }),
      thread: { name: `${this.name}/threads/${thread}` },
      ...(inThreadOf !== undefined && { threadReply: true }),
      space: { name: this.name },
    };
    this.messages.push(message);
    this.#tell(this, "created", message);
    return id;
  }

  /** Posts as an app in a thread, with a message id that the app chose. */
  postAsApp(app: GoogleChatPerson, said: AppPost & { thread: string; clientId: string | null }): WireMessage {
    const { thread, clientId, ...content } = said;
    const id = this.post({ userId: app.id, text: "", inThreadOf: `${thread}.${thread}` });
    return Object.assign(this.#find(id), content, clientId !== null && { clientAssignedMessageId: clientId });
  }

  changeAsApp(message: WireMessage, said: AppPost): void {
    Object.assign(message, said, { lastUpdateTime: new Date(this.#now()).toISOString() });
    this.#tell(this, "updated", message);
  }

  /** Finds a message by its id or by the id that the app chose. */
  findMessage(id: string): WireMessage | undefined {
    return this.messages.find(
      ({ name, clientAssignedMessageId }) => name === `${this.name}/messages/${id}` || clientAssignedMessageId === id,
    );
  }

  edit(id: string, text: string): void {
    const message = this.#find(id);
    delete message.annotations;
    Object.assign(message, this.#said(text), { lastUpdateTime: new Date(this.#now()).toISOString() });
    this.#tell(this, "updated", message);
  }

  /** Deletes a message. Only its ids and times remain. */
  delete(id: string): void {
    const { name, createTime, thread, threadReply, space } = this.#find(id);
    const left: WireMessage = {
      name,
      createTime,
      deleteTime: new Date(this.#now()).toISOString(),
      deletionMetadata: { deletionType: "CREATOR" },
      thread,
      ...(threadReply && { threadReply }),
      space,
    };
    this.messages[this.messages.findIndex((message) => message.name === name)] = left;
    this.#tell(this, "deleted", left);
  }

  /** Removes a message completely, as a retention rule does. */
  expire(id: string): void {
    this.messages.splice(this.messages.indexOf(this.#find(id)), 1);
  }

  #find(id: string): WireMessage {
    const message = this.messages.find(({ name }) => name === `${this.name}/messages/${id}`);
    if (!message) throw new Error(`There is no message ${id}.`);
    return message;
  }

  #person(id: string): GoogleChatPerson {
    const person = this.data.people.find((candidate) => candidate.id === id);
    if (!person) throw new Error(`There is no person ${id}.`);
    return person;
  }

  #momentOf(ms: number): string {
    this.#lastMicros = Math.max(this.#lastMicros + 1, ms * 1000);
    const micros = String(this.#lastMicros % 1000).padStart(3, "0");
    return new Date(Math.floor(this.#lastMicros / 1000)).toISOString().replace("Z", `${micros}Z`);
  }

  /** Builds the visible text, in which mentions are names and markup is removed. Each mention gets an annotation. */
  #said(formattedText: string) {
    const annotations: unknown[] = [];
    let text = "";
    for (const part of formattedText.split(/(<users\/[^>]+>|<https?:[^>]+>)/)) {
      const user = /^<users\/(.+)>$/.exec(part)?.[1];
      const label = /^<https?:[^|>]+\|(.+)>$/.exec(part)?.[1];
      if (user === undefined) {
        text += label ?? part.replace(/(?<!\w)([*_~])(\S(?:.*?\S)?)\1(?!\w)/g, "$2").replaceAll("`", "");
        continue;
      }
      const person = this.#person(user);
      const shown = `@${person.name}`;
      const who = { name: `users/${user}`, type: person.isBot ? "BOT" : "HUMAN" };
      annotations.push({
        type: "USER_MENTION",
        startIndex: text.length,
        length: shown.length,
        userMention: { user: who, type: "MENTION" },
      });
      text += shown;
    }
    return { ...(text && { text, formattedText }), ...(annotations.length > 0 && { annotations }) };
  }

  #attachment(id: string, contentName: string) {
    const name = `${this.name}/messages/${id}/attachments/A1`;
    return { name, contentName, contentType: "application/octet-stream", source: "UPLOADED_CONTENT" };
  }
}
