/** The id of what Stripe names, expanded or not; undefined where it names nothing. */
export const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'object' ? named?.id : named;
