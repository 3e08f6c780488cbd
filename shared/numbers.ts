export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** 9900 → `9,900円`, -900 → `−900円`. Whole yen. Without Intl, whose first use costs a starting function 25 ms. */
export const yen = (amount: number): string =>
  `${amount < 0 ? '−' : ''}${String(Math.abs(amount)).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')}円`;

/** What people and address books put between digits: spaces, hyphens and dashes of all kinds, dots, brackets. */
const separators = /[\s\-‐‑‒–—―−ー().・]/g;

/** The digits of a number as it is typed or pasted: full width becomes half width, separators do not count. */
export const plainDigits = (typed: string): string => typed.normalize('NFKC').replaceAll(separators, '');

/** A phone number with its digits alone, and as it is dialled within Japan: without +81, (0) and separators. */
export const plainPhone = (typed: string): string => plainDigits(typed).replace(/^\+81\(?0?/, '0');

/** A code as it is typed or pasted: full width becomes half width, spaces at its ends do not count. */
export const plainCode = (typed: string): string => typed.normalize('NFKC').trim();
