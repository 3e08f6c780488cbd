/** The id of an object that Stripe names, expanded or not; undefined if it names none. */
export const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'object' ? named?.id : named;
