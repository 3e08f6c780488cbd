import type { Stripe } from 'stripe';
import { metadataKeys } from '#shared/model/customer';
import { stripe, type RequestBudget, type WriteOptions } from '#functions/platform/stripe/client';
import { staffKeys } from '#functions/billing/subscriptions';
import { isCustomerGone, unlessMissing } from '#functions/platform/stripe/errors';

/** An address in Stripe's form; the country is always JP (spec 9). */
export interface NewAddress {
  postal_code: string;
  state: string;
  line1: string;
  line2: string;
}

export interface NewCustomer {
  userId: string;
  /** The request that made it (openings/opening-plan.ts), by which it is found if the response was lost. */
  madeBy: string;
  storeName: string;
  dealerCode: string;
  /** The addressee of bills. */
  name: string;
  email: string;
  phone: string;
  billing: NewAddress;
  shipping: NewAddress & { name: string };
  cardholderName?: string;
  /** What the owner agreed to, for the staff. */
  consent: string;
}

/** Keys of our own in a customer's metadata, in addition to the two that the specification names. */
const ownKeys = { userId: 'userId', madeBy: 'madeBy', cardholderName: 'cardholderName' } as const;

const toAddressParam = ({ postal_code, state, line1, line2 }: NewAddress): Stripe.AddressParam => ({
  country: 'JP',
  postal_code,
  state,
  line1,
  ...(line2 !== '' && { line2 }),
});

/** The Stripe parameters of a new customer. Pure, as idempotency keys require. */
export const toCustomerParams = (customer: NewCustomer): Stripe.CustomerCreateParams => ({
  name: customer.name,
  email: customer.email,
  phone: customer.phone,
  preferred_locales: ['ja'],
  address: toAddressParam(customer.billing),
  shipping: { name: customer.shipping.name, phone: customer.phone, address: toAddressParam(customer.shipping) },
  metadata: {
    [metadataKeys.salonName]: customer.storeName,
    [metadataKeys.agencyName]: customer.dealerCode,
    [ownKeys.userId]: customer.userId,
    [ownKeys.madeBy]: customer.madeBy,
    [staffKeys.consent]: customer.consent,
    ...(customer.cardholderName !== undefined && { [ownKeys.cardholderName]: customer.cardholderName }),
  },
});

export async function createCustomer(customer: NewCustomer, options: WriteOptions): Promise<string> {
  const { id } = await stripe(options).customers.create(toCustomerParams(customer));
  return id;
}

/** The customer that the same request has made, if any. `since`: unix seconds. */
export async function findCustomerMadeBy(
  customer: NewCustomer,
  since: number,
  options: RequestBudget,
): Promise<string | undefined> {
  const { data } = await stripe(options).customers.list({ email: customer.email, created: { gte: since }, limit: 100 });
  return data.find((one) => one.metadata[ownKeys.madeBy] === customer.madeBy)?.id;
}

/** The customers whose invoices go to an address (small letters), without those that the portal made for others. */
export async function customersBilledTo(
  { userId, email }: { userId: string; email: string },
  options: RequestBudget,
): Promise<string[]> {
  const customers = await stripe(options).customers.list({ email, limit: 100 }).autoPagingToArray({ limit: 10_000 });
  return customers.filter(({ metadata }) => (metadata[ownKeys.userId] ?? userId) === userId).map(({ id }) => id);
}

/** Names a customer's owner at Stripe, as a customer that the portal makes has it. Idempotent. */
export const giveCustomerTo = (userId: string, customerId: string, options: RequestBudget): Promise<void> =>
  updateCustomer(customerId, { metadata: { [ownKeys.userId]: userId } }, options);

type Customer = Stripe.Customer | Stripe.DeletedCustomer;

/** A customer, or the stub that Stripe keeps of a deleted one. */
export const readCustomer = (customerId: string, options: RequestBudget, expand: string[] = []): Promise<Customer> =>
  stripe(options)
    .customers.retrieve(customerId, { expand })
    .catch((error: unknown) => {
      if (isCustomerGone(error)) return { id: customerId, object: 'customer', deleted: true };
      throw error;
    });

/**
 * Whether Stripe refused a request because its customer is deleted. It is asked, because the key of a wrong account
 * gives the same error for a customer that is there (decisions/stripe).
 */
export const isCustomerDeleted = async (error: unknown, customerId: string, options: RequestBudget): Promise<boolean> =>
  isCustomerGone(error) && (await readCustomer(customerId, options)).deleted === true;

/** Does nothing for a deleted customer. */
export async function updateCustomer(id: string, to: Stripe.CustomerUpdateParams, options: RequestBudget) {
  await unlessMissing(stripe(options).customers.update(id, to));
}

/** The user and the request that made a customer, from its metadata; undefined if it has none. */
export async function makerOfCustomer(
  customerId: string,
  options: RequestBudget = {},
): Promise<{ userId: string; madeBy: string } | undefined> {
  const customer = await unlessMissing(readCustomer(customerId, options));
  if (!customer || customer.deleted) return undefined;
  const { [ownKeys.userId]: userId, [ownKeys.madeBy]: madeBy } = customer.metadata;
  return userId !== undefined && madeBy !== undefined ? { userId, madeBy } : undefined;
}

/** Idempotent: a deleted customer stays deleted. */
export async function deleteCustomer(id: string, options: RequestBudget = {}): Promise<void> {
  await unlessMissing(stripe(options).customers.del(id));
}
