/**
 * Whether the mirror's item says something else than a record, in what the record says: people rename options, and a
 * table is restored, without a new revision. Values are texts, numbers, booleans and null.
 */
export const differs = <T extends object>(record: T, present: Readonly<Partial<T>>, names: readonly (keyof T)[]) =>
  names.some((name) => (record[name] ?? null) !== (present[name] ?? null));
