/** The id of the list that an added channel appears in. */
export const CHANNEL_LIST = "monitored-channels";

export interface ChosenChannel {
  channelId: string;
  channelName: string;
  integrationId: string;
}
