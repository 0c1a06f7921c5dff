const USER = "urn:ietf:params:scim:schemas:core:2.0:User";
const PATCH = "urn:ietf:params:scim:api:messages:2.0:PatchOp";

const scimUser = {
  schemas: [USER],
  userName: "grace@acme.test",
  externalId: "42",
  name: { givenName: "Grace", familyName: "Hopper" },
  emails: [{ value: "grace@acme.test", type: "work", primary: true }],
  active: true,
};
const operation = (op: string, path: string, value: unknown) => ({
  schemas: [PATCH],
  Operations: [{ op, path, value }],
});
const slackEvent = (event: object) => ({ type: "event_callback", team_id: "TBAD", event_id: "Ev1", event });
const message = {
  type: "message",
  channel: "C1",
  user: "U1",
  ts: "1790000000.000100",
  text: "Hello",
  thread_ts: "1.2",
};
const press = {
  type: "block_actions",
  team: { id: "TBAD" },
  user: { id: "U1", team_id: "TBAD" },
  container: { message_ts: "1790000000.000100", channel_id: "C1", thread_ts: null },
  response_url: "https://hooks.slack.com/x",
  actions: [{ block_id: "lorekeep-01900000-0000-7000-8000-000000000000", action_id: "yes" }],
};
const command = {
  command: "/lorekeep",
  team_id: "TBAD",
  channel_id: "CBAD",
  user_id: "UANA",
  trigger_id: "1.2",
  response_url: "https://hooks.slack.com/commands/x",
  text: "how?",
};
const paymentEvent = (type: string, object: object) => ({ id: "evt_1", object: "event", type, data: { object } });

/** Bodies of the JSON routes outside the API contract, as their callers send them. */
export const JSON_EXAMPLES: Readonly<Record<string, readonly unknown[]>> = {
  "POST /scim/v2/Users": [scimUser],
  "PUT /scim/v2/Users/:id": [scimUser],
  "PATCH /scim/v2/Users/:id": [
    operation("replace", "active", false),
    operation("add", 'emails[type eq "work"].value', "g@acme.test"),
    operation("remove", "name.givenName", null),
    operation("replace", "", { userName: "h@acme.test", "name.familyName": "H" }),
    operation("Replace", "members[value eq 1 and (x", []),
  ],
  "POST /api/slack/events": [
    slackEvent(message),
    slackEvent({ ...message, subtype: "message_changed", message: { ...message, edited: { ts: "2.1" } } }),
    slackEvent({ ...message, subtype: "message_deleted", deleted_ts: "1790000000.000100" }),
    slackEvent({ type: "channel_rename", channel: { id: "C1", name: "new" } }),
    { type: "url_verification", challenge: "abc", token: "x" },
    { type: "app_rate_limited", team_id: "TBAD", minute_rate_limited: 1 },
  ],
  "POST /api/wiki-events/:key": [
    { verification_token: "secret_0123456789abcdefghij" },
    { id: "1", type: "page.content_updated", entity: { id: "2", type: "page" }, data: {} },
  ],
  "POST /api/chat-notifications/:platform/:address": [
    {
      value: [
        {
          subscriptionId: "1",
          clientState: "proof",
          changeType: "created",
          resource: "teams('T')/channels('19:a@thread.tacv2')/messages('1')",
        },
      ],
    },
  ],
  "POST /api/slack/interactions": [press],
  "POST /api/slack/commands": [command],
  "POST /api/stripe/webhooks": [
    paymentEvent("invoice.paid", { customer: "cus_1" }),
    paymentEvent("customer.subscription.updated", { customer: { id: "cus_1" } }),
    paymentEvent("toString", { customer: null }),
  ],
  "POST /api/articles/export": [{ format: "markdown", ids: [], search: "" }],
};

/** Routes that accept forms but no JSON. */
export const FORM_ROUTES = [
  "POST /api/login",
  "POST /api/login/code",
  "POST /signup",
  "POST /verify-email",
  "POST /forgot-password",
  "POST /reset-password",
  "POST /resend-verification",
  "POST /account-expired",
];
export const FORM_FIELDS = {
  email: "ada@acme.test",
  password: "a long enough passphrase",
  token: "0123456789abcdef0123456789abcdef",
  code: "123456",
  proof: "0123456789abcdef",
  next: "/logs",
  plan: "starter",
  firstName: "Ada",
  lastName: "Lovelace",
  company: "Acme",
};

/** Beginnings and parts of SCIM filters (RFC 7644, section 3.4.2.2). */
export const SCIM_FILTERS = [
  'userName eq "grace@acme.test"',
  'emails[type eq "work"]',
  "not (active pr",
  '((((userName sw "',
  'toString eq "x"',
  'meta.created gt "2026-13-01T00:00:00Z"',
  'id eq "\\ud800"',
];

const part = (name: string, content: string, more = "") =>
  `--b0\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`;
const zip = '; filename="export.zip"\r\ncontent-type: application/zip';

/** Upload bodies with the boundary 'b0': complete, truncated and malformed. */
export const MULTIPART_BODIES = [
  `${part("file", "PK\u0003\u0004 no archive", zip)}--b0--\r\n`,
  part("file", "cut off", zip),
  `${part("file", "", zip)}--b0--\r\n`,
  `${part("file", "a", zip)}${part("file", "b", zip)}--b0--\r\n`,
  `${part("__proto__", "a", zip)}--b0--\r\n`,
  `${part("file", "a field")}--b0--\r\n`,
  `${part("file", "x", '; filename="\u0000\ud800../../x.zip"')}--b0--\r\n`,
  `${part("file", "x", `; filename="${"n".repeat(5000)}"`)}--b0--\r\n`,
  "--b0\r\ncontent-disposition: form-data\r\n\r\nno name\r\n--b0--\r\n",
  "--b0\r\nno header at all",
  "--b0--\r\n",
  "--b0",
  "",
  "\0\0\0",
  `--b0\r\n${"x: y\r\n".repeat(3000)}\r\n\r\n--b0--`,
];
