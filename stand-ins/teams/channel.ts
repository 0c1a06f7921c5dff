export interface TeamsPerson {
  /** A GUID at Microsoft. */
  id: string;
  name: string;
  email?: string;
  /** Of a program. */
  isApp?: boolean;
  roles?: ("owner" | "guest")[];
  /** Of another company. */
  tenantId?: string;
  /** Wrote there and is no member any more. */
  hasLeft?: boolean;
}

export interface TeamsChannelData {
  /** `19:…@thread.tacv2` */
  id: string;
  displayName: string;
  description?: string;
  membershipType?: "standard" | "private" | "shared";
  isArchived?: boolean;
}

export interface TeamsPost {
  /** Of a person of the team. */
  userId: string;
  /** HTML when it begins with `<`. */
  content: string;
  subject?: string;
  /** The id of the post that it answers. */
  replyTo?: string;
  mentions?: string[];
  attachments?: { id: string; contentType: string; name?: string; content?: string }[];
  /** Milliseconds since 1970; now when absent. */
  at?: number;
}

export interface StoredMessage {
  wire: Record<string, unknown> & { id: string; lastModifiedDateTime: string; deletedDateTime: string | null };
  /** The post it belongs to; its own id for a post. */
  postId: string;
}

/** What somebody did with a message. */
export interface MessageChange {
  kind: "created" | "updated" | "deleted";
  id: string;
  postId: string;
}

interface Owner {
  teamId: string;
  tenantId: string;
  people: TeamsPerson[];
}

/** One channel and what people do in it. A message's id is when it was sent, in milliseconds, and is never twice the same. */
export class TeamsChannel {
  readonly data: TeamsChannelData;
  readonly owner: Owner;
  /** Oldest first. */
  readonly messages: StoredMessage[] = [];
  /** When which post, or something in its thread, changed last; counts up. */
  readonly changed = new Map<string, number>();
  /** Gone without a trace but for the list of changes. */
  readonly removed = new Map<string, number>();
  /** Told of each change, in the moment it happens. */
  onChange: (change: MessageChange) => void = () => {};
  readonly #now: () => number;
  #changes = 0;
  #lastId = 0;

  constructor(data: TeamsChannelData, owner: Owner, now: () => number) {
    this.data = data;
    this.owner = owner;
    this.#now = now;
  }

  get changes(): number {
    return this.#changes;
  }

  /** Answers the message's id. */
  post({ userId, content, subject, replyTo, mentions = [], attachments = [], at = this.#now() }: TeamsPost): string {
    const person = this.#person(userId);
    const from = person.isApp ? { application: this.#application(person) } : { user: this.#identity(person) };
    return this.#add(at, replyTo, {
      messageType: "message",
      from,
      subject: subject ?? null,
      body: bodyOf(content),
      mentions: mentions.map((id, index) => this.#mention(id, index)),
      attachments: attachments.map((one) => ({
        contentUrl: null,
        content: null,
        name: null,
        thumbnailUrl: null,
        ...one,
      })),
    });
  }

  /** A notice of Teams' own. */
  notice(at = this.#now()): string {
    return this.#add(at, undefined, {
      messageType: "systemEventMessage",
      subject: null,
      body: { contentType: "html", content: "<systemEventMessage/>" },
      eventDetail: { "@odata.type": "#microsoft.graph.teamDescriptionUpdatedEventMessageDetail" },
      mentions: [],
      attachments: [],
    });
  }

  edit(id: string, content: string): void {
    const { wire } = this.find(id);
    const at = new Date(this.#now()).toISOString();
    this.#touch(id, { body: bodyOf(content), lastEditedDateTime: at, etag: String(this.#now()) });
    if (wire.deletedDateTime) throw new Error(`The message ${id} is deleted.`);
  }

  /** Moves when it was changed last, and is no edit. */
  react(id: string): void {
    const at = new Date(this.#now()).toISOString();
    const user = { user: { id: "someone" } };
    this.#touch(id, { reactions: [{ reactionType: "like", createdDateTime: at, user }] });
  }

  /** It stays where it was, without its words. */
  delete(id: string): void {
    const gone = { body: { contentType: "html", content: "" }, mentions: [], attachments: [], subject: null };
    this.#touch(id, { ...gone, deletedDateTime: new Date(this.#now()).toISOString() }, "deleted");
  }

  /** By a rule of retention: only the list of changes still tells of it. */
  purge(id: string): void {
    const message = this.find(id);
    this.messages.splice(this.messages.indexOf(message), 1);
    this.#changes += 1;
    if (message.postId === id) this.removed.set(id, this.#changes);
    else this.changed.set(message.postId, this.#changes);
    this.onChange({ kind: "deleted", id, postId: message.postId });
  }

  find(id: string): StoredMessage {
    const message = this.messages.find(({ wire }) => wire.id === id);
    if (!message) throw new Error(`There is no message ${id}.`);
    return message;
  }

  repliesTo(postId: string): StoredMessage[] {
    return this.messages.filter((message) => message.postId === postId && message.wire.id !== postId);
  }

  /** When anything in the thread changed last. */
  modifiedAt(postId: string): number {
    const thread = this.messages.filter((message) => message.postId === postId);
    return Math.max(...thread.map(({ wire }) => Date.parse(wire.lastModifiedDateTime)));
  }

  #add(at: number, replyTo: string | undefined, said: Record<string, unknown>): string {
    this.#lastId = Math.max(this.#lastId + 1, at);
    const id = String(this.#lastId);
    const moment = new Date(this.#lastId).toISOString();
    const { teamId, tenantId } = this.owner;
    const query = new URLSearchParams({ groupId: teamId, tenantId, createdTime: id, parentMessageId: replyTo ?? id });
    // Objects that are not there are left out: Microsoft writes null, its own description of Graph does not know that.
    const wire = {
      id,
      replyToId: replyTo ?? null,
      etag: id,
      createdDateTime: moment,
      lastModifiedDateTime: moment,
      lastEditedDateTime: null,
      deletedDateTime: null,
      summary: null,
      chatId: null,
      importance: "normal",
      locale: "en-us",
      webUrl: `https://teams.microsoft.com/l/message/${encodeURIComponent(this.data.id)}/${id}?${query}`,
      channelIdentity: { teamId, channelId: this.data.id },
      reactions: [],
      ...said,
    };
    if (replyTo !== undefined && this.find(replyTo).postId !== replyTo)
      throw new Error(`${replyTo} is itself a reply.`);
    this.messages.push({ wire, postId: replyTo ?? id });
    this.messages.sort((a, b) => Number(a.wire.id) - Number(b.wire.id));
    this.#changes += 1;
    this.changed.set(replyTo ?? id, this.#changes);
    this.onChange({ kind: "created", id, postId: replyTo ?? id });
    return id;
  }

  #touch(id: string, change: Record<string, unknown>, kind: "updated" | "deleted" = "updated"): void {
    const { wire, postId } = this.find(id);
    Object.assign(wire, change, { lastModifiedDateTime: new Date(this.#now()).toISOString() });
    this.#changes += 1;
    this.changed.set(postId, this.#changes);
    this.onChange({ kind, id, postId });
  }

  #person(id: string): TeamsPerson {
    const person = this.owner.people.find((candidate) => candidate.id === id);
    if (!person) throw new Error(`There is no person ${id}.`);
    return person;
  }

  #identity({ id, name, tenantId = this.owner.tenantId }: TeamsPerson) {
    return {
      "@odata.type": "#microsoft.graph.teamworkUserIdentity",
      id,
      displayName: name,
      userIdentityType: "aadUser",
      tenantId,
    };
  }

  #application({ id, name }: TeamsPerson) {
    return { id, displayName: name, applicationIdentityType: "bot" };
  }

  #mention(userId: string, index: number) {
    const { id, name } = this.#person(userId);
    const user = { id, displayName: name, userIdentityType: "aadUser" };
    return { id: index, mentionText: name, mentioned: { user } };
  }
}

const bodyOf = (content: string) => ({ contentType: content.startsWith("<") ? "html" : "text", content });
