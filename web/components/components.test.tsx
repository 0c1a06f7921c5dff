import { Target } from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { confluenceManifest } from "../../connectors/confluence/manifest.ts";
import { jiraManifest } from "../../connectors/jira/manifest.ts";
import type { ManifestField } from "../../connectors/manifest.ts";
import { user } from "../testing/sample-data.ts";
import { addKeyword } from "./detection/keyword-editor.tsx";
import { InlineText } from "./inline-text.tsx";
import { findProblemOfField } from "./integration-form.ts";
import { isActiveItem } from "./navigation-items.ts";
import { Profile } from "./profile-block.tsx";
import { StatCard } from "./stat-card.tsx";
import { StatusBadge } from "./status-badge.tsx";

it("NAV-012 NAV-013 a navigation item is marked on the pages below it, and the root only on itself", () => {
  expect(isActiveItem("/articles", "/articles/123")).toBe(true);
  expect(isActiveItem("/", "/articles")).toBe(false);
  expect(isActiveItem("/", "/")).toBe(true);
});

it("NAV-022 the profile block shows the profile image if there is one", () => {
  const picture = "https://pictures.example/ada.png";
  expect(renderToStaticMarkup(<Profile user={{ ...user, profileImageUrl: picture }} />)).toContain(picture);
});

it("NAV-019 NAV-020 a figure distinguishes increase, decrease and no change, and shows nothing without a comparison", () => {
  const cards = (["increase", "decrease", "neutral"] as const).map((kind) =>
    renderToStaticMarkup(
      <StatCard title="Success Rate" value="97%" icon={Target} change={{ kind, text: "changed" }} />,
    ),
  );
  const withoutKind = cards.map((card) => card.replace(/data-change="\w+"/, ""));
  expect(new Set(withoutKind).size).toBe(3);
  const plain = renderToStaticMarkup(<StatCard title="Success Rate" value="97%" icon={Target} />);
  expect(plain).toContain("Success Rate");
  expect(plain).toContain("97%");
  expect(plain).not.toContain("data-change");
});

it("CONF-006 CONF-007 CONF-008 the keyword editor trims a keyword and ignores blank and repeated ones", () => {
  expect(addKeyword(["guide"], "  runbook  ")).toEqual(["guide", "runbook"]);
  expect(addKeyword(["guide"], "   ")).toEqual(["guide"]);
  expect(addKeyword(["guide"], " guide")).toEqual(["guide"]);
});

it("CONF-027 CONF-028 the form accepts Confluence and Jira tokens only as email:token and keeps the mask of a stored one", () => {
  for (const manifest of [confluenceManifest, jiraManifest]) {
    const token = manifest.fields.find(({ key }) => key === "apiKey") as ManifestField;
    expect(findProblemOfField(manifest, token, "abc", true)).toBe("The token must be in the form email:token.");
    expect(findProblemOfField(manifest, token, "me@acme.example:abc", true)).toBeNull();
    expect(findProblemOfField(manifest, token, "••••8f2a", true)).toBeNull();
    expect(findProblemOfField(manifest, token, " ", true)).toBe("API Token is required.");
    expect(findProblemOfField(manifest, token, "", false)).toBeNull();
  }
});

it("ENT-003 the badge shows any state but published, processing and failed in the neutral style", () => {
  const toneOf = (status: string) =>
    renderToStaticMarkup(<StatusBadge status={status} />)
      .replaceAll(/<svg.*?<\/svg>/g, "")
      .match(/class="([^"]*)"/)?.[1];
  expect(renderToStaticMarkup(<StatusBadge status="archived" />)).toContain("archived");
  expect(toneOf("archived")).toBe(toneOf("anything"));
  expect(new Set(["published", "processing", "failed", "archived"].map(toneOf)).size).toBe(4);
});

it("the badge of an approved article without a page says that it is in the library, not published", () => {
  const labelOf = (platforms: string[]) =>
    renderToStaticMarkup(<StatusBadge status="published" platforms={platforms} />).replaceAll(/<[^>]*>/g, "");
  expect([labelOf([]), labelOf(["notion"])]).toEqual(["In the library", "Published"]);
});

it("chat is shown as text, including its markup", () => {
  const shown = renderToStaticMarkup(<InlineText inline={[{ type: "text", text: "<img src=x onerror=alert(1)>" }]} />);
  expect(shown).toBe("&lt;img src=x onerror=alert(1)&gt;");
});
