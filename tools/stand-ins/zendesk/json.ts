import { STAFF_SEGMENT, type StandInArticle, type ZendeskState } from "./state.ts";

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/articles/#json-format */
export function toWireArticle(article: StandInArticle, site: string) {
  const { id, title, body, draft, locale } = article;
  return {
    id,
    url: `${site}/api/v2/help_center/${locale}/articles/${id}.json`,
    html_url: htmlUrl(article, site),
    author_id: article.authorId,
    comments_disabled: false,
    draft,
    promoted: false,
    position: 0,
    vote_sum: 0,
    vote_count: 0,
    section_id: article.sectionId,
    created_at: article.createdAt,
    updated_at: article.updatedAt,
    edited_at: article.updatedAt,
    name: title,
    title,
    source_locale: locale,
    locale,
    outdated: false,
    outdated_locales: [],
    user_segment_id: article.userSegmentId,
    permission_group_id: article.permissionGroupId,
    content_tag_ids: [],
    label_names: article.labels,
    body,
  };
}

/** https://developer.zendesk.com/api-reference/help_center/help-center-api/translations/#json-format */
export function toWireTranslation(article: StandInArticle, site: string) {
  const { id, title, body, draft, locale } = article;
  return {
    id: id + 1_000_000,
    url: `${site}/api/v2/help_center/articles/${id}/translations/${locale}.json`,
    html_url: htmlUrl(article, site),
    source_id: id,
    source_type: "Article",
    locale,
    title,
    body,
    outdated: false,
    draft,
    hidden: false,
    created_at: article.createdAt,
    updated_at: article.updatedAt,
    updated_by_id: article.updatedById,
    created_by_id: article.authorId,
  };
}

export function listWireSegments({ hasStaffSegment }: ZendeskState) {
  const signedIn = { id: STAFF_SEGMENT + 1, user_type: "signed_in_users", name: "Signed-in users", built_in: true };
  const staff = { id: STAFF_SEGMENT, user_type: "staff", name: "Agents and managers", built_in: true };
  const all = hasStaffSegment ? [signedIn, staff] : [signedIn];
  const none = { group_ids: [], organization_ids: [], tags: [], or_tags: [], added_user_ids: [] };
  const user_segments = all.map((segment) => ({ ...segment, ...none }));
  return {
    user_segments,
    page: 1,
    per_page: 30,
    page_count: 1,
    count: all.length,
    next_page: null,
    previous_page: null,
  };
}

export const buildPath = ({ locale, id }: Pick<StandInArticle, "locale" | "id">) => `/hc/${locale}/articles/${id}`;

function htmlUrl(article: StandInArticle, site: string): string {
  const slug = article.title.replace(/[^\p{L}\p{N}]+/gu, "-").slice(0, 80);
  return `${site}${buildPath(article)}-${encodeURIComponent(slug)}`;
}
