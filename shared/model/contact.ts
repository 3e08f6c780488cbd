import * as z from 'zod/mini';

const line = z.string().check(z.trim(), z.minLength(1), z.maxLength(200));

/** Where customers of a stage reach its staff (担当者). */
export const contactSchema = z.strictObject({
  company: line,
  address: line,
  telephone: z
    .string()
    .check(z.regex(/^0\d{1,4}-\d{1,4}-\d{3,4}$/, 'a Japanese number with hyphens, e.g. 03-1234-5678')),
  /** When somebody answers the telephone, in words. */
  hours: line,
});
export type Contact = z.output<typeof contactSchema>;

/** The contact in one line of a mail or message. */
export const contactText = ({ company, address, telephone, hours }: Contact): string =>
  `${company}　電話 ${telephone}（${hours}）　${address}`;
