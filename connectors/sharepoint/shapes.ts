import * as z from "zod";

/* The parts of Microsoft Graph's responses that we read: https://learn.microsoft.com/graph/api/resources/sitepage */

const identity = z.looseObject({ id: z.string().optional(), displayName: z.string().nullish() });
const by = z.looseObject({ application: identity.nullish(), user: identity.nullish() });

/** A web part. A text web part has `innerHtml`. All other fields are sent back unchanged. */
const webPart = z.looseObject({ id: z.string().optional(), innerHtml: z.string().nullish() });
const column = z.looseObject({ id: z.string().optional(), webparts: z.array(webPart).nullish() });
const section = z.looseObject({ id: z.string().optional(), columns: z.array(column).nullish() });
export const canvasSchema = z.looseObject({
  horizontalSections: z.array(section).nullish(),
  verticalSection: z.looseObject({ webparts: z.array(webPart).nullish() }).nullish(),
});
export type WebPart = z.infer<typeof webPart>;
export type PageCanvas = z.infer<typeof canvasSchema>;

export const siteSchema = z.looseObject({ id: z.string(), displayName: z.string().nullish(), webUrl: z.string() });
export type SharepointSite = z.infer<typeof siteSchema>;

export const listedPage = z.looseObject({
  id: z.string(),
  name: z.string(),
  /** The address within the site: 'SitePages/Policies/Leave.aspx'. */
  webUrl: z.string().nullish(),
  title: z.string().nullish(),
  eTag: z.string(),
  createdDateTime: z.string(),
  lastModifiedDateTime: z.string().nullish(),
  lastModifiedBy: by.nullish(),
  publishingState: z.looseObject({ level: z.string(), versionId: z.string().nullish() }).nullish(),
});
export type ListedPage = z.infer<typeof listedPage>;
export const sitePage = listedPage.extend({ canvasLayout: canvasSchema.nullish() });
export type SitePage = z.infer<typeof sitePage>;

export const pageListSchema = z.looseObject({ value: z.array(listedPage), "@odata.nextLink": z.string().optional() });
/**
 * The words of a web part that is not a text web part:
 * https://learn.microsoft.com/graph/api/resources/serverprocessedcontent
 */
export const plainTextsSchema = z.object({
  serverProcessedContent: z.object({ searchablePlainTexts: z.array(z.object({ value: z.string().nullish() })) }),
});
export const listsSchema = z.looseObject({
  value: z.array(
    z.looseObject({ id: z.string(), displayName: z.string(), list: z.looseObject({ template: z.string() }).nullish() }),
  ),
});
/** https://learn.microsoft.com/graph/api/resources/driveitem */
export const driveItemSchema = z.looseObject({ folder: z.looseObject({}).nullish() });
export const failureSchema = z.looseObject({ error: z.looseObject({ code: z.string() }) });
