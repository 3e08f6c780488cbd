import * as z from 'zod/mini';

/**
 * Whether a text is the number of a registered issuer of qualified invoices (適格請求書発行事業者): T and 13 digits, of which the
 * first checks the others as in a corporate number (Ministry of Finance ordinance on corporate numbers, article 2).
 */
export function isRegistrationNumber(text: string): boolean {
  const [, check = '', base = ''] = /^T(\d)(\d{12})$/.exec(text) ?? [];
  if (check === '') return false;
  const sum = Array.from(base).reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 2 : 1), 0);
  return Number(check) === 9 - (sum % 9);
}

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));
const telephone = z
  .string()
  .check(z.regex(/^0\d{1,4}-\d{1,4}-\d{3,4}$/, 'a Japanese number with hyphens, e.g. 03-1234-5678'));

/**
 * The issuer of a stage's invoices. Name and registration number are printed on a qualified invoice (National Tax
 * Agency, tax answer No. 6625); address and telephone are those in Stripe's public details.
 */
export const issuerSchema = z.strictObject({
  name: line,
  address: line,
  telephone: telephone,
  registrationNumber: z
    .string()
    .check(z.refine(isRegistrationNumber, 'T and 13 digits with their check digit, e.g. T7000012050002')),
});
export type Issuer = z.output<typeof issuerSchema>;

/** The issuer of the stage `local`; its name and number cannot be mistaken for real ones. */
export const demoIssuer: Issuer = {
  name: 'レボナイザー株式会社（見本）',
  address: '〒107-0062 東京都港区南青山1-2-3',
  telephone: '03-0000-0000',
  registrationNumber: 'T7123456789012',
};

/** Where customers of a stage reach its staff (担当者). */
export const contactSchema = z.strictObject({
  company: line,
  address: line,
  telephone: telephone,
  /** When somebody answers the telephone, in words. */
  hours: line,
});
export type Contact = z.output<typeof contactSchema>;

/** The contact in one line of a mail or message. */
export const contactText = ({ company, address, telephone, hours }: Contact): string =>
  `${company}　電話 ${telephone}（${hours}）　${address}`;
