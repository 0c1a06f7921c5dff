export {
  type ChangedMessages,
  type ChannelQuestion,
  channelEventsLost,
  channelMadePrivate,
  channelMadePublic,
  channelRemoved,
  messagesChanged,
  messagesForgotten,
  questionAsked,
} from "./events.ts";
