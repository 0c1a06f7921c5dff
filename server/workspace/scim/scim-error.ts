/** The protocol's names of reasons (RFC 7644, 3.12). */
export type ScimType = "invalidFilter" | "uniqueness" | "invalidSyntax" | "invalidPath" | "noTarget" | "invalidValue";

/** A refusal in the protocol's terms; the message is for the administrator who reads the provider's log. */
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
 * The refusal of a taken name or address. It is the same whether this or another workspace has it, so that it does not
 * reveal who else is a customer.
 */
export const createTakenError = () =>
  new ScimError(409, "The user name or the email address is in use already.", "uniqueness");
