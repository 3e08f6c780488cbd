import * as z from 'zod/mini';

/** What an export may hold beside its index: Stripe's PDFs, and a file for each accounting program. */
export const exportFormats = ['pdf', 'freee', 'moneyforward', 'yayoi'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** No name begins with a sign that a spreadsheet runs. */
const accountSchema = z
  .string('勘定科目を入力してください')
  .check(
    z.trim(),
    z.regex(/^[\p{L}\p{N}][\p{L}\p{N}ー・（）() 　/]{0,19}$/u, '勘定科目は20文字以内の文字と数字で入力してください'),
  );

/** Names of accounts (勘定科目) in the owner's books. */
export const exportAccountsSchema = z.object({
  /** The cost of the devices. */
  expense: accountSchema,
  /** What is owed until the card's own statement settles it. */
  payable: accountSchema,
});
export type ExportAccounts = z.output<typeof exportAccountsSchema>;

export const defaultAccounts: ExportAccounts = { expense: '賃借料', payable: '未払金' };

/**
 * Yayoi cuts names of accounts after 24 half-width characters, 12 of full width: they would be others than in its books
 * (https://support.yayoi-kk.co.jp/subcontents.html?page_id=18545 and faq_Subcontents.html?page_id=27184).
 */
const isCutByYayoi = (name = ''): boolean => name.length + name.replaceAll(/[ -~｡-ﾟ]/g, '').length > 24;
const uncutByYayoi = (account: keyof ExportAccounts) =>
  z.refine<{ formats: ExportFormat[]; accounts?: ExportAccounts | undefined }>(
    ({ formats, accounts }) => !formats.includes('yayoi') || !isCutByYayoi(accounts?.[account]),
    { path: ['accounts', account], error: '弥生の勘定科目は全角12文字（半角24文字）以内で入力してください' },
  );

/** The documents issued in a calendar year in Japan, of all shops. `accounts` are kept for the next export. */
export const exportRequestSchema = z
  .object({
    year: z.int('年を選んでください').check(z.minimum(2000), z.maximum(9999)),
    formats: z.array(z.enum(exportFormats, '形式を選んでください')).check(
      z.minLength(1, '形式を1つ以上選んでください'),
      z.maxLength(exportFormats.length),
      z.refine((formats) => new Set(formats).size === formats.length, '同じ形式が2回選ばれています'),
    ),
    accounts: z.optional(exportAccountsSchema),
  })
  .check(uncutByYayoi('expense'), uncutByYayoi('payable'));
export type ExportRequest = z.output<typeof exportRequestSchema>;

/** An export of a year. Times in unix seconds. */
const documentExportSchema = z.object({
  id: z.string(),
  year: z.number(),
  formats: z.array(z.enum(exportFormats)),
  /** `failed`: it was given up after several attempts, and may be requested again. */
  state: z.enum(['working', 'done', 'failed']),
  /** Documents. */
  progress: z.object({ done: z.number(), total: z.number() }),
  createdAt: z.number(),
  /** Until then it can be downloaded. */
  expiresAt: z.number(),
  /** Characters that Shift_JIS lacks, written as 〓 in the files for accounting programs. */
  replaced: z.number(),
  /** Bytes; 0 while it is made. */
  size: z.number(),
});
export type DocumentExport = z.output<typeof documentExportSchema>;

/** An export with the address of its ZIP, which works for some minutes; null while there is none. */
export const openedExportSchema = z.object({ ...documentExportSchema.shape, link: z.nullable(z.string()) });
export type OpenedExport = z.output<typeof openedExportSchema>;

/** The exports of the last days, newest first, and the names of accounts chosen last. */
export const exportListSchema = z.object({
  exports: z.array(documentExportSchema),
  accounts: exportAccountsSchema,
});
export type ExportList = z.output<typeof exportListSchema>;
