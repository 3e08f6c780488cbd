/** The words of a text with spaces between. */
export type Words<T extends string> = T extends `${infer First} ${infer Rest}` ? First | Words<Rest> : T;

/** The members of an object of Stripe's that are null here, by their names: `...nulls('shipping source')`. */
export const nulls = <T extends string>(names: T): Record<Words<T>, null> =>
  Object.fromEntries(names.split(' ').map((name) => [name, null])) as Record<Words<T>, null>;
