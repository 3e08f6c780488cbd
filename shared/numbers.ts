export const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

const number = new Intl.NumberFormat('ja-JP');

/** 9900 → `9,900円`, -900 → `−900円`. Whole yen. */
export const yen = (amount: number): string => `${number.format(amount).replace('-', '−')}円`;

/** What people and address books put between digits: spaces, hyphens and dashes of all kinds, dots, brackets. */
const separators = /[\s\-‐‑‒–—―−ー().・]/g;

/** The digits of a number as it is typed or pasted: full width becomes half width, separators do not count. */
export const plainDigits = (typed: string): string => typed.normalize('NFKC').replaceAll(separators, '');

/** A code as it is typed or pasted: full width becomes half width, spaces at its ends do not count. */
export const plainCode = (typed: string): string => typed.normalize('NFKC').trim();
