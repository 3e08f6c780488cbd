/** A copy of a value of JSON; such small ones are copied in a fraction of `structuredClone`'s time. */
export const copyJson = <T>(value: T): T => (value === undefined ? value : (JSON.parse(JSON.stringify(value)) as T));
