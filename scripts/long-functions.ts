/**
 * Files with functions over 60 lines, and how long the longest may be: as long as it was when this list was made. Most of them are one
 * object of short methods (a platform's client, a list of routes), one table of features, or one form. A file leaves the list when
 * its functions are taken apart; no figure grows and no file is added.
 */
export const LONG_FUNCTIONS = {
  "connectors/google-chat/source.ts": 75,
  "connectors/slack/source.ts": 82,
  "server/ingest/channels/routes.ts": 69,
  "web/components/integration-editor.tsx": 65,
  "web/components/onboarding/tour.tsx": 72,
  "web/pages/analytics/column-chart.tsx": 70,
  "web/pages/articles/article-grid.tsx": 83,
  "web/pages/channels/add-channel-form.tsx": 70,
  "web/pages/collaboration/add-monitoring.tsx": 63,
  "web/site/live/live-hero.ts": 82,
};
