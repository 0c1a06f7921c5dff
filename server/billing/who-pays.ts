import type { Transaction, WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Payment } from "../stripe/stripe.ts";
import { changePayersEmail, findNameOfPayer, type PayerRow } from "./queries.ts";

/** Name in a customer's metadata for the values that this product last sent. */
const TOLD = "account";
const LONGEST_METADATA = 500;

/**
 * Follows a change of a person's name or address, in the same transaction. When that person pays, mails about the
 * payment go to the new address at once, and a job updates the provider; otherwise nothing happens.
 */
export async function followPayer(
  { queue }: Pick<Deps, "queue">,
  { tx, workspaceId }: WorkspaceScope,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const customerId of await changePayersEmail({ tx, workspaceId }, { from, to }))
    await queue.enqueue({ tx }, { queue: "billing", workspaceId, customerId });
}

/**
 * Updates name and address of the customer to those of the account. The customer's metadata stores the last sent
 * values, so that nothing is sent twice, and a change on the provider's own page stays until the account changes here.
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
