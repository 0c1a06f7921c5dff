export interface ChosenChannel {
  channelId: string;
  channelName: string;
  integrationId: string;
}
