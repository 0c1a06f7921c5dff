export {
  type ChangedMessages,
  type ChannelQuestion,
  channelFellBehind,
  channelMadePrivate,
  channelMadePublic,
  channelRemoved,
  messagesChanged,
  messagesForgotten,
  questionAsked,
} from "./events.ts";
