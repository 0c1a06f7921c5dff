/** SCIM's names of error reasons (RFC 7644, section 3.12). */
export type ScimType = "invalidFilter" | "uniqueness" | "invalidSyntax" | "invalidPath" | "noTarget" | "invalidValue";

/** A SCIM error. The message is for the administrator who reads the identity provider's log. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, message: string, scimType?: ScimType) {
    super(message);
    this.status = status;
    this.scimType = scimType;
  }
}

export const createValueError = (message: string) => new ScimError(400, message, "invalidValue");
export const createNoSuchPersonError = () => new ScimError(404, "There is no such user in this workspace.");
/**
 * The error for a taken name or address. The error is the same for other workspaces, so that it does not reveal other
 * customers.
 */
export const createTakenError = () =>
  new ScimError(409, "The user name or the email address is in use already.", "uniqueness");
