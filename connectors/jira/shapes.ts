import * as z from "zod";
import type { AdfNode } from "./adf.ts";

/* The parts of Jira's responses that we read: https://developer.atlassian.com/cloud/jira/platform/rest/v3/ */

const account = z.looseObject({ accountId: z.string(), displayName: z.string().optional() });
export const myselfSchema = account;
export const projectSchema = z.object({ id: z.string(), key: z.string(), name: z.string() });
export const projectsSchema = z.object({ values: z.array(projectSchema) });

const node: z.ZodType<AdfNode> = z.looseObject({ type: z.string() }) as unknown as z.ZodType<AdfNode>;
const status = z.looseObject({ statusCategory: z.looseObject({ key: z.string() }).optional() });
/** `field`, `fromString` and `toString`. They are parsed as a record, because every object inherits a `toString`. */
const change = z.record(z.string(), z.unknown());
const history = z.looseObject({
  id: z.string(),
  author: account.partial().nullish(),
  created: z.string(),
  items: z.array(change).default([]),
});

export const issueSchema = z.looseObject({
  id: z.string(),
  key: z.string(),
  fields: z.looseObject({
    summary: z.string().nullish(),
    description: node.nullish(),
    labels: z.array(z.string()).nullish(),
    created: z.string(),
    creator: account.nullish(),
    status: status.nullish(),
    project: z.looseObject({ key: z.string() }).nullish(),
    comment: z.looseObject({ total: z.number().optional() }).nullish(),
  }),
  changelog: z.looseObject({ total: z.number().optional(), histories: z.array(history).default([]) }).nullish(),
});
export type JiraIssue = z.infer<typeof issueSchema>;
export type ChangeHistory = z.infer<typeof history>;

export const createdIssueSchema = z.object({ id: z.string(), key: z.string() });
export const foundIssuesSchema = z.object({
  issues: z.array(issueSchema).default([]),
  nextPageToken: z.string().nullish(),
  isLast: z.boolean().optional(),
});
export const newestKeysSchema = z.object({ issues: z.array(z.looseObject({ key: z.string() })).default([]) });

const issueType = z.looseObject({ id: z.string(), name: z.string(), subtask: z.boolean().default(false) });
export type IssueType = z.infer<typeof issueType>;
export const issueTypes = z.object({ issueTypes: z.array(issueType) });
export const typeFieldsSchema = z.object({
  fields: z.array(
    z.looseObject({
      fieldId: z.string(),
      name: z.string(),
      required: z.boolean(),
      hasDefaultValue: z.boolean().default(false),
    }),
  ),
});
export const permissionsSchema = z.object({
  permissions: z.record(z.string(), z.looseObject({ havePermission: z.boolean() })),
});
export const transitionsSchema = z.object({
  transitions: z.array(z.looseObject({ id: z.string(), to: status.optional() })),
});
export const refusalSchema = z.looseObject({
  errorMessages: z.array(z.string()).default([]),
  errors: z.record(z.string(), z.string()).default({}),
});
