import * as z from 'zod/mini';
import type { Document } from './document';

/** What a shop's documents of one month add up to, in yen; what was returned of payments is positive. */
const sumsSchema = z.object({ paid: z.number(), open: z.number(), credited: z.number() });
export type YearSums = z.output<typeof sumsSchema>;

/** A year of all shops: for each shop its twelve months, January first. */
export const documentYearSchema = z.object({
  year: z.int(),
  shops: z.array(z.object({ id: z.string(), name: z.string(), months: z.array(sumsSchema) })),
  /** False if there are more documents than are read: then these are the newest ones. */
  complete: z.boolean(),
});
export type DocumentYear = z.output<typeof documentYearSchema>;

type Summed = Pick<Document, 'storeId' | 'storeName' | 'date' | 'amount' | 'state'> & {
  lowered?: number;
  toBalance?: number;
  partPaid?: number;
};

/** The sums that a document counts in; a void or given-up one counts in none. */
const placeOf = (state: Document['state']): keyof YearSums | undefined =>
  state === 'paid' || state === 'open' || state === 'credited' ? state : undefined;

/**
 * What a document adds to its place. What a credit note took off an unpaid invoice (`lowered`) is not in the invoice's
 * own amount any more, and what it gave to the customer's balance (`toBalance`) lowers the payments that follow
 * (docs.stripe.com/billing/customer/balance): neither counts a second time.
 */
const weightOf = ({ state, amount, lowered = 0, toBalance = 0 }: Summed): number =>
  Math.abs(amount) - (state === 'credited' ? lowered + toBalance : 0);

/** Adds the documents of a year up by shop and month; shops by name. The newest document tells a shop's name. */
export function sumsByShop(documents: readonly Summed[]): DocumentYear['shops'] {
  const shops = new Map<string, DocumentYear['shops'][number]>();
  for (const document of documents) {
    const { storeId: id, storeName: name, date, state, partPaid = 0 } = document;
    const shop = shops.get(id) ?? {
      id,
      name,
      months: Array.from({ length: 12 }, () => ({ paid: 0, open: 0, credited: 0 })),
    };
    shops.set(id, shop);
    const place = placeOf(state);
    const month = shop.months[Number(date.slice(5, 7)) - 1];
    if (place && month) month[place] += weightOf(document);
    if (month) month.paid += partPaid;
  }
  return [...shops.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'ja'));
}
