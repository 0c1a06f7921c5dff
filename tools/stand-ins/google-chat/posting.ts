import { GoogleChatFailure } from "./failure.ts";
import { findApp, findMemberSpace, type MethodCall, needScope } from "./methods.ts";
import type { ButtonList } from "./presses.ts";
import type { AppPost, WireMessage } from "./space.ts";

/** https://developers.google.com/workspace/chat/create-messages#name_a_created_message */
const CLIENT_ID = /^client-[a-z0-9-]{1,56}$/;
const MOST_BYTES = 32_000;
/** https://developers.google.com/workspace/chat/format-messages#card-formatting */
const CARD_TAGS = new Set(["b", "i", "u", "s", "a", "br", "font", "time"]);

/**
 * Posts a message. Only apps may post.
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/create
 */
export function createMessage(call: MethodCall, body: Record<string, unknown>): WireMessage {
  needScope(call.caller, { user: [], app: ["chat.bot"] }, "CreateMessage");
  const space = findMemberSpace(call);
  const app = findApp(call, space);
  if (!app) throw new GoogleChatFailure("PERMISSION_DENIED", "The app is not a member of this space.");
  const { thread, privateMessageViewer, ...content } = body;
  const said = checked(content);
  const viewer = (privateMessageViewer as { name?: unknown } | undefined)?.name;
  if (viewer !== undefined && !space.data.people.some(({ id, hasLeft }) => !hasLeft && viewer === `users/${id}`))
    throw invalid("The private message viewer is not a member of the space.");
  const clientId = call.query["messageId"] ?? null;
  if (clientId !== null && !CLIENT_ID.test(clientId)) throw invalid("Invalid message ID.");
  if (clientId !== null && space.findMessage(clientId))
    throw new GoogleChatFailure("ALREADY_EXISTS", "Requested entity already exists");
  const name = (thread as { name?: unknown } | undefined)?.name;
  const known = space.messages.find((message) => message.thread.name === name);
  if (!known && call.query["messageReplyOption"] === "REPLY_MESSAGE_OR_FAIL")
    throw new GoogleChatFailure("NOT_FOUND", "Thread not found.");
  const own = known?.thread.name ?? `${space.name}/threads/${clientId ?? `T${space.messages.length}`}`;
  const message = space.postAsApp(app, { ...said, thread: own.slice(own.lastIndexOf("/") + 1), clientId });
  return Object.assign(message, viewer !== undefined && { privateMessageViewer: { name: viewer } });
}

/**
 * Changes a message. Apps may change only their own messages.
 * https://developers.google.com/workspace/chat/api/reference/rest/v1/spaces.messages/patch
 */
export function patchMessage(call: MethodCall, body: Record<string, unknown>): WireMessage {
  needScope(call.caller, { user: [], app: ["chat.bot"] }, "UpdateMessage");
  const space = findMemberSpace(call);
  const message = space.findMessage(call.messageId);
  if (!message || message.deleteTime) throw new GoogleChatFailure("NOT_FOUND", "Requested entity was not found.");
  if (message.sender?.name !== `users/${findApp(call, space)?.id}`)
    throw new GoogleChatFailure("PERMISSION_DENIED", "The caller does not have permission");
  const paths = (call.query["updateMask"] ?? "").split(",");
  if (paths.some((path) => path !== "text" && path !== "cardsV2")) throw invalid("Invalid update mask.");
  const said = checked(body);
  space.changeAsApp(message, Object.fromEntries(Object.entries(said).filter(([field]) => paths.includes(field))));
  return message;
}

function checked(body: Record<string, unknown>): AppPost {
  const unknown = Object.keys(body).find((name) => !["text", "cardsV2"].includes(name));
  if (unknown) throw invalid(`Invalid JSON payload received. Unknown name "${unknown}": Cannot find field.`);
  const { text, cardsV2 = [] } = body as { text?: unknown; cardsV2?: unknown };
  if (text !== undefined && typeof text !== "string") throw invalid("Invalid value at 'message.text'.");
  if (!Array.isArray(cardsV2)) throw invalid("Invalid value at 'message.cards_v2'.");
  if (!text && cardsV2.length === 0) throw invalid("Message cannot be empty.");
  if (Buffer.byteLength(JSON.stringify(body)) > MOST_BYTES) throw invalid("Message is too long.");
  for (const card of cardsV2) checkCard(card);
  return body;
}

function checkCard(raw: unknown): void {
  const { card } = (raw ?? {}) as { card?: { sections?: { widgets?: unknown[] }[] } };
  if (!card?.sections?.length) throw invalid("A card needs at least one section.");
  for (const { widgets } of card.sections) {
    if (!widgets?.length) throw invalid("A section needs at least one widget.");
    for (const widget of widgets) {
      if ("buttonList" in (widget as object)) {
        checkButtons(widget as ButtonList);
        continue;
      }
      const { text } = (widget as { textParagraph?: { text?: unknown } }).textParagraph ?? {};
      if (typeof text !== "string" || text === "") throw invalid("A text paragraph needs a text.");
      for (const [, tag = ""] of text.matchAll(/<\/?([^\s>/]+)/g))
        if (!CARD_TAGS.has(tag.toLowerCase())) throw invalid(`The tag ${tag} is not supported in a card.`);
    }
  }
}

/** https://developers.google.com/workspace/chat/api/reference/rest/v1/cards#button */
function checkButtons({ buttonList: { buttons = [] } }: ButtonList): void {
  if (buttons.length === 0) throw invalid("A button list needs at least one button.");
  for (const { text, onClick } of buttons) {
    if (!text || !onClick) throw invalid("A button needs a text and an onClick.");
    const { action, openLink } = onClick;
    if ((action === undefined) === (openLink === undefined)) throw invalid("onClick has exactly one action.");
    if (openLink && !/^https?:\/\//.test(openLink.url ?? "")) throw invalid("Invalid URL of a link.");
    if (action && !action.function) throw invalid("An action needs a function.");
  }
}

const invalid = (message: string) => new GoogleChatFailure("INVALID_ARGUMENT", message);
