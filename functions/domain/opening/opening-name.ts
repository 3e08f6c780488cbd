import type { OpeningItem } from '../../adapters/users-table/openings';

/** Names a record in Stripe's metadata: the key under which it is kept, and its own id. */
export const openingName = ({ key, id }: Pick<OpeningItem, 'key' | 'id'>): string => `${key}.${id}`;

/** Undefined for a text that is not the name of a record. */
export function parseOpeningName(name: string): Pick<OpeningItem, 'key' | 'id'> | undefined {
  const [, key, id] = /^([A-Za-z0-9_-]+)\.([0-9a-f-]+)$/.exec(name) ?? [];
  return key !== undefined && id !== undefined ? { key, id } : undefined;
}
