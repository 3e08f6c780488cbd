/**
 * Whether an item of the mirror differs from its record in a field that the record has: renaming an option and
 * restoring a table change values without a new revision. Values are texts, numbers, booleans and null.
 */
export const differs = <T extends object>(record: T, present: Readonly<Partial<T>>, names: readonly (keyof T)[]) =>
  names.some((name) => (record[name] ?? null) !== (present[name] ?? null));
