import type { Wiki } from "../../shared/contract/wiki.ts";
import { idOf, sampleTime } from "./sample-ids.ts";

const unreadWiki: Wiki = {
  integrationId: idOf(12),
  isOn: false,
  readers: "admins",
  hidesReaders: false,
  places: [],
  needsOwnAccount: null,
  pages: 0,
  waiting: 0,
  old: 0,
  restricted: 0,
  unreadable: 0,
  unreadableBecause: null,
  oldestAt: null,
  newestAt: null,
  isFull: false,
  isListed: false,
  isRefused: false,
  lookedAt: null,
  nextLookAt: null,
  trouble: null,
  events: null,
};

export const wikis: Wiki[] = [
  {
    ...unreadWiki,
    integrationId: idOf(11),
    isOn: true,
    pages: 178,
    old: 41,
    restricted: 6,
    oldestAt: "2021-03-04T09:00:00.000Z",
    newestAt: sampleTime("19"),
    isListed: true,
    lookedAt: sampleTime("20"),
    nextLookAt: sampleTime("20"),
    events: { isOn: false, secretOf: "ours", lastAt: null },
  },
  unreadWiki,
];
