/** The id of an object that may be expanded; undefined if there is none. */
export const idOf = (named: string | { id: string } | null | undefined): string | undefined =>
  typeof named === 'object' ? named?.id : named;
