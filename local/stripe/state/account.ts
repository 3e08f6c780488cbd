import { errors } from '../wire/errors';
import { nounOf, type Kind, type Kinds } from './kinds';
import type { Store } from './store';
import type { WireCustomer } from '../wire/objects';

/** What a Stripe account is set to in its dashboard. */
export interface AccountSettings {
  /**
   * Days between a failed payment and the next tries (docs.stripe.com/billing/revenue-recovery/smart-retries, custom
   * schedule).
   */
  retryAfterDays: number[];
  /** What becomes of a subscription when the last try fails. */
  afterRetries: 'past_due' | 'unpaid' | 'canceled';
  accountName: string;
  /** Postal address and telephone of the business, each a line of its invoices. */
  accountPlace?: readonly string[];
  /** The registration number that invoices carry (jp_trn: T and 13 digits); left out, none. */
  taxId?: string;
  /** Where tax is rounded: at each line of an invoice, or once. */
  taxRounding: 'line' | 'invoice';
}

/** Where an account and its surroundings are reached. */
interface AccountAddresses {
  /** This emulator itself. */
  publicUrl: () => string;
  /** Its pages of invoices, as people open them; `publicUrl` unless given. */
  pagesUrl?: () => string;
  /** Where events are delivered to; undefined: nowhere yet. */
  webhookUrl?: () => string | undefined;
}

/** The state and the moment that all operations work on. */
export class Account {
  /** Unix seconds of what is happening; behind the clock while something due earlier is made up for. */
  now = 0;
  /** The request that causes what happens; undefined when time does. */
  request: { id: string; idempotencyKey: string | null } | undefined;

  constructor(
    readonly store: Store,
    readonly settings: AccountSettings,
    readonly addresses: AccountAddresses,
    /** Moves the clock by milliseconds; undefined where no test clock may. */
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

  /** A thing that is there, else it is a bug here: for ids the emulator itself wrote. */
  own<K extends Kind>(kind: K, id: string): Kinds[K] {
    const found = this.store.get(kind, id);
    if (!found) throw new Error(`${kind} has lost ${id}`);
    return found;
  }

  /**
   * A thing that the caller names by the parameter `param`; 404 for one in the path, 400 for one in the parameters,
   * as Stripe does.
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
