import { PlatformMark } from "../../ui/platform-mark.tsx";

interface Platform {
  id: string;
  name: string;
  state?: string;
}

const CHATS: readonly Platform[] = [
  { id: "slack", name: "Slack" },
  { id: "google-chat", name: "Google Chat" },
  { id: "teams", name: "Microsoft Teams" },
];
const LIBRARIES: readonly Platform[] = [
  { id: "confluence", name: "Confluence" },
  { id: "notion", name: "Notion" },
  { id: "git-docs", name: "GitHub Wiki / docs repository" },
  { id: "mediawiki", name: "MediaWiki" },
  { id: "zendesk", name: "Zendesk" },
  { id: "intercom", name: "Intercom" },
  { id: "jira", name: "Jira" },
  { id: "sharepoint", name: "SharePoint" },
  { id: "servicenow", name: "ServiceNow" },
];
const NOT_INTEGRATED = ["Discord", "Zoom", "Webex", "Mattermost"];

/** The platforms that Lorekeep reads, those to which it publishes, and those that it does not support yet. */
export function Platforms() {
  return (
    <section className="platforms" aria-label="Platforms">
      <div>
        <h2>Reads</h2>
        <PlatformList platforms={CHATS} />
      </div>
      <div>
        <h2>Publishes to</h2>
        <PlatformList platforms={LIBRARIES} />
      </div>
      <div>
        <h2>Not integrations yet</h2>
        <ul className="words">
          {NOT_INTEGRATED.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
        <p className="quiet">We do not read these. Tell us if you need one.</p>
      </div>
    </section>
  );
}

function PlatformList({ platforms }: { platforms: readonly Platform[] }) {
  return (
    <ul className="marks">
      {platforms.map(({ id, name, state }) => (
        <li key={id} className={state && "later"}>
          <PlatformMark platform={id} />
          <span>
            {name}
            {state && <small> {state}</small>}
          </span>
        </li>
      ))}
    </ul>
  );
}
