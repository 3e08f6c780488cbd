import { errors } from '../wire/errors';
import { nounOf, type Kind, type Kinds } from './kinds';
import type { Store } from './store';
import type { Webhook } from '../events/deliver-events';
import type { WireCustomer, WireInvoice } from '../wire/objects';

/** The settings of a Stripe account in its dashboard. */
export interface AccountSettings {
  /**
   * Days between a failed payment and the next attempts (docs.stripe.com/billing/revenue-recovery/smart-retries, custom
   * schedule).
   */
  retryAfterDays: number[];
  /** The state of a subscription after the last failed attempt. */
  afterRetries: 'past_due' | 'unpaid' | 'canceled';
  accountName: string;
  /** Postal address and telephone of the business, each a line of its invoices. */
  accountPlace?: readonly string[];
  /** The registration number on invoices (jp_trn: T and 13 digits); none if absent. */
  taxId?: string;
  /** The place of rounding tax: each line of an invoice, or the sum. */
  taxRounding: 'line' | 'invoice';
}

/** The addresses of an account and its surroundings. */
interface AccountAddresses {
  /** This emulator itself. */
  publicUrl: () => string;
  /** Its invoice pages, as people open them; default `publicUrl`. */
  pagesUrl?: () => string;
  /** The receiver of events; undefined while there is none. */
  webhook?: () => Omit<Webhook, 'secret'> | undefined;
}

/** The state and the time that all operations work on. */
export class Account {
  /** Unix seconds of the current step; behind the clock while earlier due things are carried out. */
  now = 0;
  /** The request that causes the current step; undefined if time does. */
  request: { id: string; idempotencyKey: string | null } | undefined;
  /** Customers whose payments are not tried again after a decline; their subscriptions become unpaid. */
  readonly givenUp = new Set<string>();
  /** Previews by id, with the time at which each was made; only in memory, the oldest first. */
  readonly previews = new Map<string, { invoice: WireInvoice; madeAt: number }>();

  constructor(
    readonly store: Store,
    readonly settings: AccountSettings,
    readonly addresses: AccountAddresses,
    /** Moves the clock by milliseconds; undefined if test clocks may not. */
    readonly moveClock?: (milliseconds: number) => void,
  ) {}

  /** An address of the emulator itself. */
  url(path: string): string {
    return `${this.addresses.publicUrl()}${path}`;
  }

  /** The page of an invoice. */
  invoicePage(token: string): string {
    return `${(this.addresses.pagesUrl ?? this.addresses.publicUrl)()}/i/${token}`;
  }

  get<K extends Kind>(kind: K, id: string): Kinds[K] | undefined {
    return this.store.get(kind, id);
  }

  /** A thing named by an id that the emulator itself wrote; a missing one is a bug here. */
  own<K extends Kind>(kind: K, id: string): Kinds[K] {
    const found = this.store.get(kind, id);
    if (!found) throw new Error(`${kind} has lost ${id}`);
    return found;
  }

  /**
   * A thing that the caller names by the parameter `param`. A missing one is a 404 if named in the path, a 400 if named
   * in the parameters, as in Stripe.
   */
  need<K extends Kind>(kind: K, id: string, param = 'id'): Kinds[K] {
    const found = this.store.get(kind, id);
    if (!found) throw errors.missingResource(nounOf(kind), id, param, param === 'id' ? 404 : 400);
    return found;
  }

  /** A customer that was not deleted. */
  customer(id: string, param = 'customer'): WireCustomer {
    const found = this.need('customers', id, param);
    if ('deleted' in found && found.deleted)
      throw errors.missingResource('customer', id, param, param === 'id' ? 404 : 400);
    return found;
  }

  put<K extends Kind>(kind: K, thing: Kinds[K]): Kinds[K] {
    return this.store.put(kind, thing);
  }

  /** Changes some fields and keeps the rest. */
  change<K extends Kind>(kind: K, id: string, changes: Partial<Kinds[K]>): Kinds[K] {
    return this.store.put(kind, { ...this.own(kind, id), ...changes });
  }

  itemsOf(subscription: string): Kinds['subscriptionItems'][] {
    return this.store.all('subscriptionItems').filter((item) => item.subscription === subscription);
  }
}
