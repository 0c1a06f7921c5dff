import type { Transaction, WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Payment } from "../stripe/stripe.ts";
import { changePayersEmail, findNameOfPayer, type PayerRow } from "./queries.ts";

/** The key, in a customer's metadata, under which we store the values that we last sent. */
const SENT_VALUES_KEY = "account";
const LONGEST_METADATA = 500;

/**
 * Called when a person changes their name or address, in the same transaction. If that person pays, mails about the
 * payment go to the new address at once, and a job updates the provider.
 */
export async function updatePayerContact(
  { queue }: Pick<Deps, "queue">,
  { tx, workspaceId }: WorkspaceScope,
  { from, to }: { from: string; to: string },
): Promise<void> {
  for (const customerId of await changePayersEmail({ tx, workspaceId }, { from, to }))
    await queue.enqueue({ tx }, { queue: "billing", workspaceId, customerId });
}

/**
 * Updates the customer's name and address at the provider to those of the account. Metadata stores the last sent
 * values, so that no value is sent twice. A change on the provider's page therefore stays until the account changes
 * here.
 */
export async function updateCustomerContact({ stripe }: Payment, tx: Transaction, payer: PayerRow): Promise<void> {
  const { customerId, workspaceId, email, closing } = payer;
  if (!workspaceId || closing) return;
  const person = await findNameOfPayer({ tx, workspaceId }, email);
  if (!person) return;
  const { name, company } = person;
  const told = `${email}, ${name}, ${company}`.slice(0, LONGEST_METADATA);
  const customer = await stripe.customers.retrieve(customerId);
  if (customer.deleted || customer.metadata[SENT_VALUES_KEY] === told) return;
  await stripe.customers.update(customerId, {
    email,
    ...(name && { name }),
    metadata: { company, [SENT_VALUES_KEY]: told },
  });
}
