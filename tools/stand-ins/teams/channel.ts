export interface TeamsPerson {
  /** The person's id, a GUID at Microsoft. */
  id: string;
  name: string;
  email?: string;
  /** True for a program. */
  isApp?: boolean;
  roles?: ("owner" | "guest")[];
  /** The tenant of a person from another company. */
  tenantId?: string;
  /** True for a former member who wrote in the channel. */
  hasLeft?: boolean;
}

export interface TeamsChannelData {
  /** The channel's id, such as `19:…@thread.tacv2`. */
  id: string;
  displayName: string;
  description?: string;
  membershipType?: "standard" | "private" | "shared";
  isArchived?: boolean;
}

export interface TeamsPost {
  /** The author, who is a member of the team. */
  userId: string;
  /** The content: HTML if it starts with `<`, otherwise plain text. */
  content: string;
  subject?: string;
  /** The id of the post that this message replies to. */
  replyTo?: string;
  mentions?: string[];
  attachments?: { id: string; contentType: string; name?: string; content?: string }[];
  /** The time in milliseconds since 1970. The current time if absent. */
  at?: number;
}

export interface StoredMessage {
  wire: Record<string, unknown> & { id: string; lastModifiedDateTime: string; deletedDateTime: string | null };
  /** The id of the post that the message belongs to. For a post, its own id. */
  postId: string;
}

/** A change of a message by a person. */
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

/** A channel and the actions of people in it. A message's id is its time in milliseconds, which is unique. */
export class TeamsChannel {
  readonly data: TeamsChannelData;
  readonly owner: Owner;
  /** The messages, oldest first. */
  readonly messages: StoredMessage[] = [];
  /** A counter of changes. Maps each post to the number of the last change in its thread. */
  readonly changed = new Map<string, number>();
  /** Messages that were deleted completely. Only the list of changes still contains their ids. */
  readonly removed = new Map<string, number>();
  /** Called immediately after each change. */
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

  /** Posts a message as a person and returns its id. */
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

  /** Posts a notice by Teams itself. */
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

  /** Adds a reaction, which changes the modification time without an edit. */
  react(id: string): void {
    const at = new Date(this.#now()).toISOString();
    const user = { user: { id: "someone" } };
    this.#touch(id, { reactions: [{ reactionType: "like", createdDateTime: at, user }] });
  }

  /** Deletes a message's text. The message stays in its place. */
  delete(id: string): void {
    const gone = { body: { contentType: "html", content: "" }, mentions: [], attachments: [], subject: null };
    this.#touch(id, { ...gone, deletedDateTime: new Date(this.#now()).toISOString() }, "deleted");
  }

  /** Deletes a message completely, as a retention rule does. Only the list of changes still contains its id. */
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

  /** Returns the time of the last change in the thread. */
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
    // Absent objects are omitted. Microsoft returns null for them, which its own description of Graph does not permit.
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
