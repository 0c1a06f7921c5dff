import { lazy, useEffect } from "react";
import { Navigate, Route, Routes, useSearchParams } from "react-router";
import { buildSignInUrl } from "./api/refusals.ts";
import { AppShell } from "./components/app-shell.tsx";
import { Spinner } from "./ui/spinner.tsx";

const DashboardPage = lazy(() => import("./pages/dashboard/dashboard-page.tsx"));
const ArticlesPage = lazy(() => import("./pages/articles/articles-page.tsx"));
const ViewsPage = lazy(() => import("./pages/articles/views-page.tsx"));
const ArticlePage = lazy(() => import("./pages/article/article-page.tsx"));
const AskPage = lazy(() => import("./pages/ask/ask-page.tsx"));
const QuestionsPage = lazy(() => import("./pages/questions/questions-page.tsx"));
const ChannelsPage = lazy(() => import("./pages/channels/channels-page.tsx"));
const ConfigurationPage = lazy(() => import("./pages/configuration/configuration-page.tsx"));
const AnalyticsPage = lazy(() => import("./pages/analytics/analytics-page.tsx"));
const LogsPage = lazy(() => import("./pages/logs/logs-page.tsx"));
const CollaborationPage = lazy(() => import("./pages/collaboration/collaboration-page.tsx"));
const SettingsPage = lazy(() => import("./pages/settings/settings-page.tsx"));
const PersonalPage = lazy(() => import("./pages/settings/personal-page.tsx"));
const PasswordPage = lazy(() => import("./pages/settings/password-page.tsx"));
const TeamPage = lazy(() => import("./pages/settings/team/team-page.tsx"));
const NotificationsPage = lazy(() => import("./pages/notifications/notifications-page.tsx"));
const NotificationSettingsPage = lazy(() => import("./pages/settings/notifications/notification-settings-page.tsx"));
const AuditPage = lazy(() => import("./pages/settings/audit/audit-page.tsx"));
const StatusPage = lazy(() => import("./pages/settings/status/status-page.tsx"));
const ApiPage = lazy(() => import("./pages/settings/api/api-page.tsx"));
const SingleSignOnPage = lazy(() => import("./pages/settings/single-sign-on/single-sign-on-page.tsx"));
const WebhooksPage = lazy(() => import("./pages/settings/webhooks/webhooks-page.tsx"));
const RetentionPage = lazy(() => import("./pages/settings/retention/retention-page.tsx"));
const WritingPage = lazy(() => import("./pages/settings/writing/writing-page.tsx"));
const LanguageModelPage = lazy(() => import("./pages/settings/language-model/language-model-page.tsx"));
const TrialsPage = lazy(() => import("./pages/settings/language-model/trial/trials-page.tsx"));
const TrialPage = lazy(() => import("./pages/settings/language-model/trial/trial-page.tsx"));
const NotFoundPage = lazy(() => import("./pages/not-found-page.tsx"));
const SubscriptionPage = lazy(() => import("./pages/settings/subscription/subscription-page.tsx"));

export function App() {
  return (
    <Routes>
      <Route element={<AppShell signedOut={<GoToSignIn />} />}>
        <Route index element={<DashboardPage />} />
        <Route path="dashboard" element={<Navigate to="/" replace />} />
        <Route path="inbox" element={<Navigate to="/articles?view=inbox" replace />} />
        <Route path="articles" element={<ArticlesOrView />} />
        <Route path="articles/:id" element={<ArticlePage />} />
        <Route path="ask" element={<AskPage />} />
        <Route path="questions" element={<QuestionsPage />} />
        <Route path="channels" element={<ChannelsPage />} />
        <Route path="collaboration" element={<CollaborationPage />} />
        <Route path="configuration" element={<ConfigurationPage />} />
        <Route path="analytics" element={<AnalyticsPage />} />
        <Route path="logs" element={<LogsPage />} />
        <Route path="settings" element={<SettingsPage />} />
        <Route path="settings/personal" element={<PersonalPage />} />
        <Route path="settings/password" element={<PasswordPage />} />
        <Route path="settings/team" element={<TeamPage />} />
        <Route path="settings/api" element={<ApiPage />} />
        <Route path="settings/single-sign-on" element={<SingleSignOnPage />} />
        <Route path="settings/webhooks" element={<WebhooksPage />} />
        <Route path="settings/retention" element={<RetentionPage />} />
        <Route path="settings/language-model" element={<LanguageModelPage />} />
        <Route path="settings/language-model/try" element={<TrialsPage />} />
        <Route path="settings/language-model/try/:id" element={<TrialPage />} />
        <Route path="settings/writing" element={<WritingPage />} />
        <Route path="settings/subscription" element={<SubscriptionPage />} />
        <Route path="notifications" element={<NotificationsPage />} />
        <Route path="settings/notifications" element={<NotificationSettingsPage />} />
        <Route path="settings/audit" element={<AuditPage />} />
        <Route path="settings/status" element={<StatusPage />} />
      </Route>
      <Route element={<AppShell signedOut={<NotFoundPage />} />}>
        <Route path="*" element={<NotFoundPage />} />
      </Route>
    </Routes>
  );
}

const VIEWS: readonly string[] = ["inbox", "trash", "categories"];

/** The library, or the view of it that the query names: each loads only its own code. */
function ArticlesOrView() {
  const [params] = useSearchParams();
  return VIEWS.includes(params.get("view") ?? "") ? <ViewsPage /> : <ArticlesPage />;
}

function GoToSignIn() {
  useEffect(() => window.location.replace(buildSignInUrl()), []);
  return <Spinner label="Loading..." />;
}
