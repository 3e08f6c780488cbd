import { FolderDown, CircleCheck, CircleX, Clock, Download } from 'lucide-react';
import { useNavigate, useParams } from 'react-router-dom';
import * as z from 'zod/mini';
import { useEffect } from 'react';
import { createDocumentExport, listDocumentExports, getDocumentExport } from '#shared/contract/document';
import { periodText, type DocumentExport, type ExportMonths, type OpenedExport } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { callApi } from '../../lib/api';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { useNow } from '../../lib/use-timeout';
import { Button, ButtonLink, Skeleton, Alert } from '../../ui/basics';
import { ReadStates } from '../../ui/read-states';
import { Card, DateText, StatusBadge, DetailList, type StatusLook } from '../../ui/content';
import { Form } from '../../ui/form';
import { Page } from '../../ui/page';
import { RowLink, KeepingNotice } from './document-list';
import { SelectField } from '../../ui/fields';
import { useSubmitForm } from '../../ui/use-submit-form';

/** /documents/exports: some months of all shops for the accountant, and what was made in the last days. */
export function ExportsScreen() {
  const read = useCall(listDocumentExports, {}, { again: true });
  return (
    <Page
      title="まとめてダウンロード"
      description="全店舗の請求書・領収書（PDF）と一覧表（CSV）を、1つのZIPファイルにまとめます。"
      back={{ to: paths.documents, label: '請求書・領収書' }}
    >
      <ReadStates read={read} failed="取得に失敗しました" skeleton={<Skeleton className="h-96 w-full" />}>
        {({ exports }) => (
          <>
            <ExportForm last={exports[0]} />
            {exports.length > 0 && <Made exports={exports} />}
          </>
        )}
      </ReadStates>
    </Page>
  );
}

/** Documents are found for ten years. */
const yearsKept = 10;
const months = Array.from({ length: 12 }, (_, index) => index + 1);
const lengths = [12, 6, 3, 1] as const;
const optionsOf = (values: readonly number[], unit: string) =>
  values.map((one) => (
    <option key={one} value={one}>
      {one}
      {unit}
    </option>
  ));

const schema = z.object({ year: z.string(), month: z.string(), length: z.string() });

function monthsFrom(year: number, month: number, length: number): ExportMonths {
  const text = (index: number): string => `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, '0')}`;
  const first = year * 12 + month - 1;
  return { from: text(first), to: text(first + length - 1) };
}

/** The period of the last export; at first, until the tax return in March, the year before. `today` by ISO 8601. */
function firstPeriod(today: string, last: ExportMonths | undefined): { year: number; month: number } {
  const [year = 0, month = 0] = (last?.from ?? today).split('-').map(Number);
  return last ? { year, month } : { year: month <= 3 ? year - 1 : year, month: 1 };
}

/** Which months a download holds: twelve from any month on, because companies close their year in any month. */
function ExportForm({ last }: { last: DocumentExport | undefined }) {
  const today = isoDayInJapan(useNow() / 1000);
  const present = Number(today.slice(0, 4));
  const first = firstPeriod(today, last);
  const navigate = useNavigate();
  const form = useSubmitForm(schema, {
    defaultValues: { year: String(first.year), month: String(first.month), length: '12' },
    send: async ({ year, month, length }) => {
      const body = monthsFrom(Number(year), Number(month), Number(length));
      const { id } = await callApi(createDocumentExport, { body });
      await navigate(paths.documentExport(id));
    },
    failed: {},
  });
  const [year, month, length] = form.rhf.watch(['year', 'month', 'length']);
  return (
    <Card>
      <Form form={form} aria-label="ダウンロード用ファイルの作成" className="space-y-6">
        <div className="grid grid-cols-2 gap-4 sm:max-w-xl sm:grid-cols-3">
          <SelectField label="開始年" {...form.field('year')}>
            {optionsOf(
              Array.from({ length: yearsKept + 1 }, (_, past) => present - past),
              '年',
            )}
          </SelectField>
          <SelectField label="開始月" {...form.field('month')}>
            {optionsOf(months, '月')}
          </SelectField>
          <div className="max-sm:col-span-2">
            <SelectField label="期間" {...form.field('length')}>
              {optionsOf(lengths, 'か月')}
            </SelectField>
          </div>
        </div>
        <output className="block">
          <span className="font-semibold">{periodText(monthsFrom(Number(year), Number(month), Number(length)))}</span>
          に発行された書類をまとめます
        </output>
        <Button type="submit" className="max-sm:w-full" busy={form.busy} Icon={FolderDown}>
          ファイルを作成する
        </Button>
      </Form>
    </Card>
  );
}

const Made = ({ exports }: { exports: readonly DocumentExport[] }) => (
  <section aria-labelledby="made" className="mt-8">
    <h2 id="made" className="mb-3 text-lg font-semibold">
      作成したファイル
    </h2>
    <ul className="space-y-3">
      {exports.map(({ id, from, to, state, createdAt }) => (
        <li key={id}>
          <RowLink to={paths.documentExport(id)}>
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-semibold">{periodText({ from, to })}</span>
              <StatusBadge look={exportLooks[state]} />
            </span>
            <span className="mt-1 block text-sm text-ink-soft">
              <DateText unix={createdAt} form="minute" /> 作成
            </span>
          </RowLink>
        </li>
      ))}
    </ul>
  </section>
);

const exportLooks: Readonly<Record<DocumentExport['state'], StatusLook>> = {
  working: { label: '作成中', tone: 'info', Icon: Clock },
  done: { label: '作成済み', tone: 'success', Icon: CircleCheck },
  failed: { label: '作成できませんでした', tone: 'danger', Icon: CircleX },
};

/** Milliseconds after which the screen asks again: while it is made, and before the link of a finished one ends. */
const askAgain = { working: 2_000, done: 4 * 60_000 } as const;

/** /documents/exports/{id}: whether an export is made, and its download. The mail leads here. */
export function ExportScreen() {
  const { id = '' } = useParams();
  const read = useCall(getDocumentExport, { params: { id } }, { again: true });
  const { data, mutate } = read;
  const state = data?.state;
  useEffect(() => {
    if (state === undefined || state === 'failed') return undefined;
    const timer = setInterval(() => void mutate(), askAgain[state]);
    return () => clearInterval(timer);
  }, [state, mutate]);
  return (
    <Page
      title={data ? `${periodText(data)}の請求書・領収書` : 'まとめてダウンロード'}
      back={{ to: paths.documentExports, label: '作成したファイル' }}
    >
      <ReadStates read={read} failed="取得に失敗しました" skeleton={<Skeleton className="h-64 w-full" />}>
        {(opened) => <State export={opened} />}
      </ReadStates>
    </Page>
  );
}

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const State = ({ export: { state, count, link, createdAt, expiresAt, size } }: { export: OpenedExport }) => (
  <div className="space-y-5">
    <Card>
      <output className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-lg font-semibold">{`書類 ${count}件`}</p>
        <StatusBadge look={exportLooks[state]} />
      </output>
      {state === 'working' && (
        <p className="mt-4 text-ink-soft">
          このページを閉じても作成は続きます。できあがりましたら、メールでお知らせします。
        </p>
      )}
      {link !== null && (
        <ButtonLink to={link} reloadDocument Icon={Download} className="mt-5 max-sm:w-full">
          ダウンロードする
        </ButtonLink>
      )}
      <div className="mt-5">
        <DetailList
          rows={{
            作成日時: <DateText unix={createdAt} form="minute" />,
            ...(state === 'done' && {
              サイズ: sizeOf(size),
              ダウンロード期限: <DateText unix={expiresAt} form="minute" />,
            }),
          }}
        />
      </div>
    </Card>
    {state === 'failed' && (
      <Alert tone="danger" title="ファイルを作成できませんでした">
        前の画面から、もう一度作成してください。続けて失敗する場合は、担当者までご連絡ください。
      </Alert>
    )}
    {state === 'done' && <KeepingNotice />}
  </div>
);
