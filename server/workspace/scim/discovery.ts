import { USER_SCHEMA } from "./user-resource.ts";

/**
 * Answers of the endpoints with which an identity provider discovers the service (RFC 7644, section 4). They reveal no secrets.
 */

export const MOST_RESULTS = 200;

export const LIST_SCHEMA = "urn:ietf:params:scim:api:messages:2.0:ListResponse";

export const buildServiceProviderConfig = (baseUrl: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig"],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MOST_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: false },
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "Bearer token",
      description: "A token made under Personal Information, People and provisioning",
      specUri: "https://www.rfc-editor.org/info/rfc6750",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: `${baseUrl}/ServiceProviderConfig` },
});

export const buildUserResourceType = (baseUrl: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:ResourceType"],
  id: "User",
  name: "User",
  endpoint: "/Users",
  description: "A person of the workspace",
  schema: USER_SCHEMA,
  meta: { resourceType: "ResourceType", location: `${baseUrl}/ResourceTypes/User` },
});

const attribute = (name: string, description: string, more: object = {}) => ({
  name,
  type: "string",
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});

export const buildUserSchema = (baseUrl: string) => ({
  schemas: ["urn:ietf:params:scim:schemas:core:2.0:Schema"],
  id: USER_SCHEMA,
  name: "User",
  description: "A person of the workspace",
  attributes: [
    attribute("userName", "The provider's name for the person", { required: true, uniqueness: "server" }),
    attribute("name", "The parts of the name", {
      type: "complex",
      subAttributes: [
        attribute("givenName", "First name"),
        attribute("familyName", "Last name"),
        attribute("formatted", "The whole name, where the parts are not given"),
      ],
    }),
    attribute("displayName", "The whole name, where nothing else is given"),
    attribute("title", "The job title"),
    attribute("emails", "The main address is kept", {
      type: "complex",
      multiValued: true,
      subAttributes: [
        attribute("value", "The address"),
        attribute("type", "Always work", { canonicalValues: ["work"] }),
        attribute("primary", "Always true", { type: "boolean" }),
      ],
    }),
    attribute("active", "False: the person is signed out at once and may not come in", { type: "boolean" }),
  ],
  meta: { resourceType: "Schema", location: `${baseUrl}/Schemas/${USER_SCHEMA}` },
});

export const buildListResponse = (resources: readonly object[], { total = resources.length, startIndex = 1 } = {}) => ({
  schemas: [LIST_SCHEMA],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});
