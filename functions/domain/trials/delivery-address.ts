import type { DeliveryAddress } from '#shared/model/trial';
import { hash } from '../../adapters/ids';

/** All that looks like a hyphen, the long vowel sign among them: people type any of them between numbers. */
const hyphens = /[-‐‑‒–—―−ーｰ─━～〜~_]/gu;
const numerals = '〇一二三四五六七八九';

/** 十二 is 12. */
function arabic(kanji: string): string {
  const [tens, ones] = kanji.includes('十') ? kanji.split('十') : ['', kanji];
  const digit = (text: string | undefined): number => Math.max(0, numerals.indexOf(text ?? ''));
  return kanji.includes('十') ? String((tens ? digit(tens) : 1) * 10 + digit(ones)) : String(digit(kanji));
}

/** Full and half width and capitals are one, and what nobody sees is gone. */
const visible = (text: string): string =>
  text
    .normalize('NFKC')
    .replaceAll(/[\p{C}\p{M}]/gu, '')
    .trim()
    .toLowerCase();

/** People write the prefecture into the first line once more. */
const withoutState = (line1: string, state: string): string =>
  state && line1.startsWith(state) ? line1.slice(state.length) : line1;

/**
 * One text for all ways to write an address: full and half width, kinds of hyphens, 一丁目2番地3号 and 1-2-3, leading
 * zeros, spaces and signs, the prefecture twice, what stands in the first or the second line. The postal code counts
 * only where the city is left out, because mail comes with a wrong one, too.
 */
export function normalizeAddress(address: DeliveryAddress): string {
  const [state, line1, line2] = [visible(address.state), visible(address.line1), visible(address.line2)];
  const text = `${state}${withoutState(line1, state)} ${line2}`
    .replaceAll(/([〇一二三四五六七八九十]{1,3})(?=丁目|番|号)/gu, (kanji) => arabic(kanji))
    .replaceAll(/(?<=[0-9])\s*(丁目|番地の|番地|番|号室|号|の)\s*(?=[0-9])/gu, '-')
    .replaceAll(/(?<=[0-9])\s*(番地|番|号室|号)/gu, '')
    .replaceAll(/(?<=[0-9])\s+(?=[0-9])/gu, '-')
    .replaceAll(/(?<![0-9])0+(?=[0-9])/gu, '')
    .replaceAll(hyphens, '-')
    .replaceAll(/[^\p{L}\p{N}-]/gu, '')
    .replaceAll(/-+/g, '-')
    .replaceAll(/-$/g, '');
  return /[市区町村郡]/u.test(line1) ? text : `${visible(address.postalCode).replaceAll(/\D/g, '')}${text}`;
}

/**
 * The stored form of an address whose trial a user used: it says the same of the same place, and the place to nobody.
 */
export const addressHash = (userId: string, address: DeliveryAddress): string =>
  hash(`${userId} ${normalizeAddress(address)}`);
