import { toWireSpace } from "./methods.ts";
import type { GoogleChatSpace, WireMessage } from "./space.ts";

export interface ButtonList {
  buttonList: { buttons?: CardButton[] };
}

export interface CardButton {
  text?: string;
  onClick?: {
    action?: { function?: string; parameters?: { key: string; value: string }[] };
    openLink?: { url?: string };
  };
}

/** Returns the buttons of a message's cards, in order. */
export function listButtons({ cardsV2 = [] }: WireMessage): CardButton[] {
  const cards = cardsV2 as { card: { sections: { widgets: Partial<ButtonList>[] }[] } }[];
  return cards.flatMap(({ card }) =>
    card.sections.flatMap(({ widgets }) => widgets.flatMap(({ buttonList }) => buttonList?.buttons ?? [])),
  );
}

export interface Press {
  messageId: string;
  /** The person's number, such as `1` of `users/1`. */
  userId: string;
  /** The button's label. */
  button: string;
}

/**
 * Builds Google's event for a button press, for a Chat app or for an app built as an add-on.
 * https://developers.google.com/workspace/chat/interaction-events,
 * https://developers.google.com/workspace/add-ons/concepts/event-objects
 */
export function pressPayload(
  space: GoogleChatSpace,
  { messageId, userId, button }: Press,
  { isAddOn = false, now }: { isAddOn?: boolean; now: number },
): object {
  const message = space.findMessage(messageId);
  const pressed = message && listButtons(message).find(({ text }) => text === button);
  const person = space.data.people.find(({ id }) => id === userId);
  const action = pressed?.onClick?.action;
  if (!message || !action || !person) throw new Error(`${button} cannot be pressed.`);
  const parameters = Object.fromEntries((action.parameters ?? []).map(({ key, value }) => [key, value]));
  const user = { name: `users/${userId}`, displayName: person.name, type: "HUMAN" };
  const eventTime = new Date(now).toISOString();
  const where = { message, space: toWireSpace(space) };
  const common = { userLocale: "en", hostApp: "CHAT", platform: "WEB", invokedFunction: action.function, parameters };
  if (isAddOn)
    return {
      commonEventObject: common,
      chat: { user, eventTime, buttonClickedPayload: { ...where, isDialogEvent: false } },
    };
  const given = { actionMethodName: action.function, parameters: action.parameters };
  return { type: "CARD_CLICKED", eventTime, ...where, user, action: given, common };
}

/** Builds Google's event for a direct message to an app, for a Chat app or for an app built as an add-on. */
export function buildDirectMessagePayload(
  space: GoogleChatSpace,
  messageId: string,
  { isAddOn = false, now }: { isAddOn?: boolean; now: number },
): object {
  const message = space.findMessage(messageId);
  const user = message?.sender;
  const eventTime = new Date(now).toISOString();
  const said = { message, space: toWireSpace(space) };
  if (isAddOn) return { commonEventObject: { hostApp: "CHAT" }, chat: { user, eventTime, messagePayload: said } };
  return { type: "MESSAGE", eventTime, ...said, user };
}
