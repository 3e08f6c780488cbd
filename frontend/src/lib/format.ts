import { plainPhone } from '#shared/numbers';
import { monthAndDayInJapan } from '#shared/model/japan-time';
import { metadataKeys, type ShopRecord } from '#shared/model/customer';

/** Dates are in Japanese time wherever the browser is. */
const timeZone = 'Asia/Tokyo';

const inForm = (options: Intl.DateTimeFormatOptions): ((ms: number) => string) => {
  const form = new Intl.DateTimeFormat('ja-JP', { timeZone, ...options });
  return (ms) => form.format(ms);
};
const day = { year: 'numeric', month: 'long', day: 'numeric' } as const;
const minute = { hour: 'numeric', minute: '2-digit' } as const;

/** Unix milliseconds → `2026年11月21日`. */
export const longDate = inForm(day);

/** Unix milliseconds → `2026年11月21日(土)`. */
export const longDateWithWeekday = inForm({ ...day, weekday: 'short' });

/** Unix milliseconds → `2026年11月21日 9:05`. */
export const longDateTime = inForm({ ...day, ...minute });

/** Unix milliseconds → `9:05`. */
export const timeOfDay = inForm(minute);

/** Unix milliseconds → `2026/11/21` (spec 9, Created date). */
export const shortDate = inForm({});

/** Unix milliseconds → `11月21日`, for a day within a year. */
export const monthAndDay = (ms: number): string => monthAndDayInJapan(ms / 1000);

/**
 * How long ago something was, in the coarsest words that are still true: `5分前`, `3時間前`, `2日前`. Both in unix
 * milliseconds.
 */
export function ageText(then: number, now: number): string {
  const minutes = Math.max(0, Math.floor((now - then) / 60_000));
  if (minutes < 1) return 'たった今';
  if (minutes < 60) return `${minutes}分前`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)}時間前`;
  return `${Math.floor(minutes / (24 * 60))}日前`;
}

/**
 * Groups that are certain: mobile and IP phones, free calls, and area codes with which no longer one begins (総務省,
 * 市外局番の一覧).
 */
const phoneGroups = [
  /^(0[5-9]0)([1-9]\d{3})(\d{4})$/,
  /^(0120)(\d{3})(\d{3})$/,
  /^(0800)(\d{3})(\d{4})$/,
  /^(0[36])(\d{4})(\d{4})$/,
  /^(011|04[45]|052|075|078)(\d{3})(\d{4})$/,
];

/** A phone number as it is written in Japan: `03-1234-5678`; one whose groups are not known stays as it is. */
export function phoneText(phone: string): string {
  const plain = plainPhone(phone);
  const groups = phoneGroups.find((pattern) => pattern.test(plain));
  return groups ? plain.replace(groups, '$1-$2-$3') : phone;
}

const japanese = new Intl.Collator('ja', { numeric: true });
/** The order of names, one on all screens. */
export const compareNames = (one: string, other: string): number => japanese.compare(one, other);

/** The name shown for a shop without a name (spec 2, App shell). */
export const unnamedShop = '店舗名未設定';

/** A shop's display name: salon name, else customer name, else 店舗名未設定 (spec 2, App shell). */
export const shopName = (customer: ShopRecord['customer']): string =>
  customer.metadata[metadataKeys.salonName] || customer.name || unnamedShop;

/** A user's name as the portal addresses them: many give it with さん already. */
export const addressed = (name: string): string => (/(?:さん|様)$/.test(name) ? name : `${name}さん`);
