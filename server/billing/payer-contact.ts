import type { Transaction, WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Payment } from "../stripe/stripe.ts";
import { changePayersEmail, findNameOfPayer, type PayerRow } from "./queries.ts";

/** The key, in a customer's metadata, of the values that we last sent. */
const TOLD = "account";
const LONGEST_METADATA = 500;

/**
 * Follows a change of a person's name or address in the same transaction. If that person pays, mails about the payment go to the
 * new address at once and a job updates the provider.
 */
export async function followContactChange(
  { queue }: Pick<Deps, "queue">,
  { tx, workspaceId }: WorkspaceScope,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const customerId of await changePayersEmail({ tx, workspaceId }, { from, to }))
    await queue.enqueue({ tx }, { queue: "billing", workspaceId, customerId });
}

/**
 * Updates the customer's name and address to the account's. Metadata stores the last sent values, so nothing is sent twice and a
 * change on the provider's page stays until the account changes here.
 */
export async function updateCustomerContact({ stripe }: Payment, tx: Transaction, payer: PayerRow): Promise<void> {
  const { customerId, workspaceId, email, closing } = payer;
  if (!workspaceId || closing) return;
  const person = await findNameOfPayer({ tx, workspaceId }, email);
  if (!person) return;
  const { name, company } = person;
  const told = `${email}, ${name}, ${company}`.slice(0, LONGEST_METADATA);
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted || customer.metadata[TOLD] === told) return;
  await stripe.customers.update(customerId, { email, ...(name && { name }), metadata: { company, [TOLD]: told } });
}
