import type { ReactNode } from "react";

/** Simple marks in one style that distinguish platforms. They are not the platforms' logos. */
const MARKS: Record<string, ReactNode> = {
  slack: <path d="M8 3v14M12 3v14M3 8h14M3 12h14" />,
  teams: <path d="M4 5h12M10 5v11M14 9a3 3 0 0 1 3 3v3" />,
  "google-chat": <path d="M3 4h14v10H9l-4 3v-3H3zM7 9h6" />,
  confluence: <path d="M3 14c3-4 5-4 8-1.5s4 2 6-1.5M17 6c-3 4-5 4-8 1.500S5 5.500 3 9" />,
  notion: <path d="M4 4l10-1 2 2v12H5l-1-2zM8 13V8l4 5V8" />,
  "git-docs": <path d="M6 4v12M14 4v3a3 3 0 0 1-3 3H9a3 3 0 0 0-3 3M4 4h4M4 16h4M12 4h4" />,
  intercom: <path d="M4 3h12v14l-4-2.500H4zM7.500 6.500v5M10 6v6M12.500 6.500v5" />,
  mediawiki: <path d="M3 5l3.500 10L10 6l3.500 9L17 5M2 5h3M15 5h3M8.500 6h3" />,
  zendesk: <path d="M4 4h12L4 16h12" />,
  jira: <path d="M10 3l7 7-7 7-7-7zM10 7v6" />,
  servicenow: <path d="M10 4a6 6 0 0 0-4 10.500l1.500-1.500a4.200 4.200 0 1 1 5 0l1.500 1.500A6 6 0 0 0 10 4z" />,
  sharepoint: <path d="M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zM12 8a4.500 4.500 0 1 1-3 8" />,
};

export const PlatformMark = ({ platform }: { platform: string }) => (
  <MarkFrame>{MARKS[platform] ?? <circle cx="10" cy="10" r="7" />}</MarkFrame>
);

/** The frame of a mark, which is drawn in lines on a grid of 20. */
export function MarkFrame({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 20 20"
      className="size-5 shrink-0"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
