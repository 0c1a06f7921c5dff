import { Bell, CircleQuestionMark, HeartPulse, Inbox, Radio, Trash2 } from "lucide-react";
import { WIKI_HEALTH_PATH } from "../../../shared/domain/notifications.ts";
import { MAIN_ITEMS, type NavigationItem, SETTINGS_ITEMS } from "../navigation-items.ts";

/** Every page of the app, including pages that the navigation does not list. */
export const ALL_PAGES: readonly NavigationItem[] = [
  ...MAIN_ITEMS,
  { to: "/articles?view=inbox", label: "Inbox", Icon: Inbox },
  { to: "/articles?view=trash", label: "Trash", Icon: Trash2 },
  { to: "/notifications", label: "Notifications", Icon: Bell },
  { to: "/questions", label: "Open Questions", Icon: CircleQuestionMark },
  { to: "/collaboration", label: "Collaboration Monitoring", Icon: Radio },
  { to: WIKI_HEALTH_PATH, label: "Wiki Health", Icon: HeartPulse, reads: "status" },
  ...SETTINGS_ITEMS,
];
