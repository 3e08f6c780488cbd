import * as z from 'zod/mini';
import { plainPhone } from '../numbers';
import { accountTexts } from './account-texts';
import { asLine } from './typed-text';

/*
 * Phone numbers of Japan, by the numbering plan of the Ministry of Internal Affairs and Communications
 * (電気通信番号計画, notice 6 of 2019) as of 2024-12-20, which gave 060 to mobile phones. A test compares them with
 * libphonenumber.
 */

/** 0 and 9 or 10 further digits (spec 5). */
const phonePattern = /^0[0-9]{9,10}$/;
/** Mobile phones: only they get SMS. 0800 is a free call. */
const mobilePattern = /^0[6-9]0[1-9][0-9]{7}$/;
/**
 * What a driver can call: fixed, mobile and IP phones, and the free calls 0120 and 0800, which many salons print.
 * Those at the caller's expense (0570, 0990), announcements (017, 018, 019, 091) and machines (020) are none.
 */
const callablePattern = /^0(?:[5-9]0[1-9][0-9]{7}|800[0-9]{7}|(?!(?:1[789]|57|9[19])0)[1-9]{2}[0-9]{7})$/;

const countryCode = '+81';

/** A Japanese number as typed in E.164, as Cognito needs it; undefined for any other text. */
export function toInternationalPhone(typed: string): string | undefined {
  return phonePattern.test(typed) ? `${countryCode}${typed.slice(1)}` : undefined;
}

/** A +81 number as it is typed in Japan; undefined for other countries' and for what is no number. */
export function toJapanesePhone(international: string): string | undefined {
  if (!international.startsWith(countryCode)) return undefined;
  const typed = `0${international.slice(countryCode.length)}`;
  return phonePattern.test(typed) ? typed : undefined;
}

const asPhone = z.overwrite(plainPhone);

/** A number in the profile; the empty text removes it (spec 5: optional). */
export const profilePhoneSchema = z.string(accountTexts.phoneInvalid).check(
  asPhone,
  z.refine((typed) => typed === '' || phonePattern.test(typed), accountTexts.phoneInvalid),
);

/** A number for SMS. Those to premium and service numbers (0990, 0570) would earn money for an attacker. */
export const smsPhoneSchema = z
  .string(accountTexts.phoneInvalid)
  .check(
    asPhone,
    z.regex(phonePattern, accountTexts.phoneInvalid),
    z.regex(mobilePattern, accountTexts.phoneNotMobile),
  );

const courierTexts = {
  digits: '電話番号を入力してください（例：03-1234-5678）',
  callable: '配送会社からの電話を受けられる番号を入力してください（0570・0990などの番号は使えません）',
  tooLong: '電話番号は20文字以内で入力してください',
} as const;

/** The number that a driver calls when a parcel is delivered or collected. */
export const courierPhoneSchema = z
  .string(courierTexts.digits)
  .check(asPhone, z.regex(phonePattern, courierTexts.digits), z.regex(callablePattern, courierTexts.callable));

/** A number in any form (spec 5, Store edit), tidied if it clearly is one; Stripe accepts 20 characters. */
export const anyPhoneSchema = z.string().check(
  asLine,
  z.overwrite((typed) => (phonePattern.test(plainPhone(typed)) ? plainPhone(typed) : typed)),
  z.maxLength(20, courierTexts.tooLong),
);
