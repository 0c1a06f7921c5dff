export { applyChannelRules } from "./apply-channel-rules.ts";
export { type ChannelRow, getChannel, insertChannel, listChannels, updateChannel } from "./queries.ts";
export { channelRoutes } from "./routes.ts";
