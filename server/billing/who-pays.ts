import type { Transaction, WorkspaceScope } from "../db/workspace-scope.ts";
import type { Deps } from "../deps.ts";
import type { Payment } from "../stripe/stripe.ts";
import { changePayersEmail, findNameOfPayer, type PayerRow } from "./queries.ts";

/** The name in a customer's metadata of what this product last told of it. */
const TOLD = "account";
const LONGEST_METADATA = 500;

/**
 * In the transaction that changes a person's name or address. When it is the person who pays, mails about the payment follow
 * at once, and a job tells the provider. Harmless for everybody else.
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
 * Brings name and address of the customer up to those of the account. The customer itself says what it was told last, so that
 * nothing is told twice, and what somebody changed on the provider's own page stays until it changes here.
 */
export async function tellWhoPays({ stripe }: Payment, tx: Transaction, payer: PayerRow): Promise<void> {
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
