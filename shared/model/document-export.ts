import * as z from 'zod/mini';

/** A month of a year in Japan, such as 2026-04. */
const monthSchema = z.string().check(z.regex(/^20\d{2}-(0[1-9]|1[0-2])$/, '月は 2026-04 の形で指定してください'));

/** Months since the year 0. */
const number = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7));

/** The months that an export covers, both inclusive. */
export interface ExportMonths {
  from: string;
  to: string;
}

/** The documents of all shops that were issued in a calendar year, or in at most twelve months. */
export const exportRequestSchema = z.union([
  z.object({ year: z.int('年を選んでください').check(z.minimum(2000), z.maximum(2099)) }),
  z.object({ from: monthSchema, to: monthSchema }).check(
    z.refine(({ from, to }) => number(from) <= number(to) && number(to) - number(from) < 12, {
      path: ['to'],
      error: '期間は12か月以内で指定してください',
    }),
  ),
]);
export type ExportRequest = z.output<typeof exportRequestSchema>;

/** The months of a request. */
export const monthsOf = (request: ExportRequest): ExportMonths =>
  'year' in request ? { from: `${request.year}-01`, to: `${request.year}-12` } : request;

const yearAndMonth = (month: string): string => `${Number(month.slice(0, 4))}年${Number(month.slice(5, 7))}月`;

/** Months in words: `2026年`, `2026年4月〜2027年3月`. */
export function periodText({ from, to }: ExportMonths): string {
  if (from.endsWith('-01') && to === `${from.slice(0, 4)}-12`) return `${from.slice(0, 4)}年`;
  return from === to ? yearAndMonth(from) : `${yearAndMonth(from)}〜${yearAndMonth(to)}`;
}

/** An export. Times in unix seconds. */
const documentExportSchema = z.object({
  /** Of its months: there is one export for each period. */
  id: z.string(),
  from: monthSchema,
  to: monthSchema,
  /** `failed`: it was not made in time, and may be asked for again. */
  state: z.enum(['working', 'done', 'failed']),
  /** How many documents were in the period when it was asked for. */
  count: z.number(),
  createdAt: z.number(),
  /** Until then it can be downloaded. */
  expiresAt: z.number(),
  /** Bytes; 0 while it is made. */
  size: z.number(),
});
export type DocumentExport = z.output<typeof documentExportSchema>;

/** An export with the address of its ZIP, which works for some minutes; null while there is none. */
export const openedExportSchema = z.object({ ...documentExportSchema.shape, link: z.nullable(z.string()) });
export type OpenedExport = z.output<typeof openedExportSchema>;

/** The exports of the last days, newest first. */
export const exportListSchema = z.object({ exports: z.array(documentExportSchema) });
export type ExportList = z.output<typeof exportListSchema>;
