export {
  type AskedInChannel,
  type ChangedMessages,
  channelFellBehind,
  channelMadePrivate,
  channelMadePublic,
  channelRemoved,
  messagesChanged,
  messagesForgotten,
  questionAsked,
} from "./events.ts";
