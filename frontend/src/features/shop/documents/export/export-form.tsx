import { FolderDown } from 'lucide-react';
import { useNavigate } from 'react-router-dom';
import * as z from 'zod/mini';
import { createDocumentExport, listDocumentExports } from '#shared/contract/document';
import { exportAccountsSchema, exportFormats, type ExportList } from '#shared/model/document-export';
import { isoDayInJapan } from '#shared/model/japan-time';
import { callApi } from '../../../../lib/api';
import { paths } from '../../../../lib/paths';
import { useInvalidate } from '../../../../lib/use-call';
import { useNow } from '../../../../lib/use-now';
import { Button } from '../../../../ui/button';
import { Card } from '../../../../ui/card';
import { CheckboxField } from '../../../../ui/checkbox-field';
import { Form } from '../../../../ui/form';
import { SelectField } from '../../../../ui/select-field';
import { TextField } from '../../../../ui/text-field';
import { useSubmitForm } from '../../../../ui/use-submit-form';
import { formatNames } from './export-words';

const schema = z
  .object({
    year: z.string(),
    pdf: z.boolean(),
    freee: z.boolean(),
    moneyforward: z.boolean(),
    yayoi: z.boolean(),
    ...exportAccountsSchema.shape,
  })
  .check(
    z.refine((values) => exportFormats.some((format) => values[format]), {
      path: ['yayoi'],
      error: '形式を1つ以上選んでください',
    }),
  );

/** Documents are kept for ten years (decision 068). */
const yearsKept = 10;

/** Until the tax return in March, most owners want the year before. `now` in unix milliseconds. */
function years(now: number): { offered: number[]; first: number } {
  const [year = 0, month = 0] = isoDayInJapan(now / 1000)
    .split('-')
    .map(Number);
  const offered = Array.from({ length: yearsKept + 1 }, (_, past) => year - past);
  return { offered, first: month <= 3 ? year - 1 : year };
}

/** What a download of a year holds. The formats and names of accounts are those chosen the last time. */
export function ExportForm({ exports: [last], accounts }: ExportList) {
  const { offered, first } = years(useNow());
  const navigate = useNavigate();
  const invalidate = useInvalidate();
  const form = useSubmitForm(schema, {
    defaultValues: {
      year: String(first),
      pdf: last?.formats.includes('pdf') ?? true,
      freee: last?.formats.includes('freee') ?? false,
      moneyforward: last?.formats.includes('moneyforward') ?? false,
      yayoi: last?.formats.includes('yayoi') ?? false,
      ...accounts,
    },
    send: async ({ year, expense, payable, ...chosen }) => {
      const { id } = await callApi(createDocumentExport, {
        body: {
          year: Number(year),
          formats: exportFormats.filter((format) => chosen[format]),
          accounts: { expense, payable },
        },
      });
      await invalidate(listDocumentExports);
      await navigate(paths.documentExport(id));
    },
    failed: {},
    fieldOf: (path) => (path === 'accounts.expense' ? 'expense' : path === 'accounts.payable' ? 'payable' : undefined),
  });
  const [freee, moneyforward, yayoi] = form.rhf.watch(['freee', 'moneyforward', 'yayoi']);
  return (
    <Card>
      <Form form={form} aria-label="ダウンロード用ファイルの作成" className="space-y-6">
        <div className="max-w-xs">
          <SelectField label="発行された年" help="1月1日から12月31日（日本時間）" {...form.field('year')}>
            {offered.map((year) => (
              <option key={year} value={year}>
                {year}年
              </option>
            ))}
          </SelectField>
        </div>
        <fieldset>
          <legend className="mb-1 font-semibold">ファイルの内容</legend>
          <CheckboxField label={formatNames.pdf} {...form.field('pdf')} />
          <p className="mt-3 text-sm text-ink-soft">会計ソフトに取り込むCSV</p>
          {(['freee', 'moneyforward', 'yayoi'] as const).map((format) => (
            <CheckboxField key={format} label={formatNames[format]} {...form.field(format)} />
          ))}
        </fieldset>
        {(freee || moneyforward || yayoi) && (
          <fieldset>
            <legend className="mb-3 font-semibold">勘定科目</legend>
            <div className="grid gap-4 sm:grid-cols-2">
              <TextField label="利用料金の科目" required autoComplete="off" {...form.field('expense')} />
              <TextField
                label="未払いの科目"
                help={freee && !moneyforward && !yayoi ? 'freeeでは使いません。' : undefined}
                required
                autoComplete="off"
                {...form.field('payable')}
              />
            </div>
            <p className="phrased mt-3 text-sm text-ink-soft">
              {'お使いの会計ソフトに登録されている名前を入力してください。次回も同じ名前を使います。' +
                '科目や税区分の扱いは、税理士などの専門家にご確認ください。'}
            </p>
          </fieldset>
        )}
        <Button type="submit" block busy={form.busy} icon={<FolderDown aria-hidden className="size-5" />}>
          ファイルを作成する
        </Button>
      </Form>
    </Card>
  );
}
