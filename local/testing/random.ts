/** Returns a source of numbers from 0 to 1, the same in every run (a linear congruential generator, modulus 2^32). */
export function numbers(seed: number): () => number {
  let state = seed;
  return () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
}

/** Set by `npm test -- <words>`, where a developer waits for the result. */
export const fewerCases = 'FEWER_CASES';

/** The number of random cases to try: all in a whole run; a twentieth in `npm test -- <words>`. */
export const randomCases = (all: number): number => (process.env[fewerCases] === undefined ? all : Math.ceil(all / 20));
