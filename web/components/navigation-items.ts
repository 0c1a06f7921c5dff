import {
  Activity,
  BellDot,
  BookOpenText,
  Braces,
  ChartColumn,
  Cpu,
  CreditCard,
  History,
  Hourglass,
  KeyRound,
  LayoutDashboard,
  Library,
  LogIn,
  type LucideIcon,
  MessageCircleQuestionMark,
  MessagesSquare,
  PenLine,
  ScrollText,
  Settings,
  UserRound,
  UsersRound,
  Webhook,
} from "lucide-react";
import type { ProtectedResource } from "../../shared/domain/access.ts";

export interface NavigationItem {
  to: string;
  label: string;
  Icon: LucideIcon;
  /** The permission to read this page; missing if everybody may read it. */
  reads?: ProtectedResource;
  /** The heading above this item in the navigation, if the item is the first of a group. */
  begins?: string;
}

export const MAIN_ITEMS: readonly NavigationItem[] = [
  { to: "/", label: "Dashboard", Icon: LayoutDashboard },
  { to: "/ask", label: "Ask", Icon: MessageCircleQuestionMark },
  { to: "/articles", label: "Knowledge Articles", Icon: BookOpenText },
  { to: "/channels", label: "Collaboration Tools", Icon: MessagesSquare },
  { to: "/configuration", label: "Knowledge Mgmt Tools", Icon: Library },
  { to: "/analytics", label: "Analytics", Icon: ChartColumn },
  { to: "/logs", label: "Logs & Errors", Icon: ScrollText },
];

export const SETTINGS_ROOT = "/settings";
export const SETTINGS_ITEMS: readonly NavigationItem[] = [
  { to: SETTINGS_ROOT, label: "All Settings", Icon: Settings },
  { to: "/settings/personal", label: "Personal Information", Icon: UserRound, begins: "You" },
  { to: "/settings/password", label: "Password Reset", Icon: KeyRound },
  { to: "/settings/notifications", label: "Notification Settings", Icon: BellDot },
  { to: "/settings/team", label: "Team", Icon: UsersRound, begins: "Team" },
  { to: "/settings/language-model", label: "Language Model", Icon: Cpu, reads: "language-model", begins: "AI" },
  { to: "/settings/writing", label: "How We Write", Icon: PenLine },
  { to: "/settings/single-sign-on", label: "Single Sign-On", Icon: LogIn, reads: "provisioning", begins: "Security" },
  { to: "/settings/retention", label: "Chat Retention", Icon: Hourglass, reads: "retention" },
  { to: "/settings/audit", label: "Audit Log", Icon: History, reads: "audit" },
  { to: "/settings/status", label: "Status", Icon: Activity, reads: "status" },
  { to: "/settings/api", label: "API Access", Icon: Braces, reads: "api-keys", begins: "Developers" },
  { to: "/settings/webhooks", label: "Webhooks", Icon: Webhook, reads: "webhooks" },
  { to: "/settings/subscription", label: "Manage Subscription", Icon: CreditCard, begins: "Billing" },
];

/** Pages that are not marked as active while one of their subpages is open. */
const EXACT: readonly string[] = ["/", SETTINGS_ROOT];

/**
 * True for the inbox, which is a view of the articles page with its own link. That link is then active, not the link of
 * the page.
 */
export const isInboxLocation = ({ pathname, search }: { pathname: string; search: string }) =>
  pathname === "/articles" && new URLSearchParams(search).get("view") === "inbox";

/** An item is active on its page and on the pages below it. */
export const isActiveItem = (to: string, path: string) => path === to || (!EXACT.includes(to) && path.startsWith(to));
