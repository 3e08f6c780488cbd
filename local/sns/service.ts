import type { LocalClock } from '../clock';
import type { Outbox } from '../outbox';
import type { Form } from './form';
import type { TopicStore } from './topic-store';
import type { Output } from './xml';

/** What an operation works with. */
export interface Service {
  store: TopicStore;
  clock: LocalClock;
  outbox: Outbox;
  /** Base address of the links in mails: `http://127.0.0.1:4100`. */
  address: string;
}

/** Reads its parameters (see {@link Form.refuseOthers}), acts, and returns its result. */
export type Operation = (service: Service, form: Form) => Promise<Output>;

/** One page of a list. The token names the position of the next page. */
export function page<Item>(
  all: Item[],
  token: string | undefined,
  size = 100,
): { items: Item[]; next: string | undefined } {
  const from = Number(token ?? 0) || 0;
  return { items: all.slice(from, from + size), next: from + size < all.length ? String(from + size) : undefined };
}
