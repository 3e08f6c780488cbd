import { Download } from 'lucide-react';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { getDocumentExport } from '#shared/contract/document';
import type { OpenedExport } from '#shared/model/document-export';
import { paths } from '../../../../lib/paths';
import { useCall } from '../../../../lib/use-call';
import { Alert } from '../../../../ui/alert';
import { Card } from '../../../../ui/card';
import { DateText } from '../../../../ui/date-text';
import { DetailList } from '../../../../ui/detail-list';
import { ReadStates } from '../../../../ui/read-states';
import { Page } from '../../../../ui/page';
import { Skeleton } from '../../../../ui/skeleton';
import { StatusBadge } from '../../../../ui/status-badge';
import { KeepingNotice } from '../keeping-notice';
import { exportLooks, formatNames } from './export-words';

/** Milliseconds after which the screen asks again: while it is made, and before the link of a finished one ends. */
const askAgain = { working: 2_000, done: 4 * 60_000 } as const;

/** /documents/exports/{id}: how far an export is, and its download. The mail leads here. */
export function ExportScreen() {
  const { id = '' } = useParams();
  const read = useCall(getDocumentExport, { params: { id } });
  const { data, mutate } = read;
  const state = data?.state;
  useEffect(() => {
    if (state === undefined || state === 'failed') return undefined;
    const timer = setInterval(() => void mutate(), askAgain[state]);
    return () => clearInterval(timer);
  }, [state, mutate]);
  return (
    <Page
      title={data ? `${data.year}年分のダウンロード` : '1年分をダウンロード'}
      back={{ to: paths.documentExports, label: '1年分をダウンロード' }}
    >
      <ReadStates read={read} failed="取得に失敗しました" skeleton={<Skeleton className="h-64 w-full" />}>
        {(opened) => <State export={opened} />}
      </ReadStates>
    </Page>
  );
}

/** As a large button. */
const downloadLook =
  'flex min-h-14 w-full items-center justify-center gap-2 rounded-field bg-accent px-7 text-lg font-semibold ' +
  'text-on-accent shadow-card transition-colors hover:bg-accent-hover';

const sizeOf = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

function State({
  export: { state, progress, link, formats, createdAt, expiresAt, replaced, size },
}: {
  export: OpenedExport;
}) {
  const { done, total } = progress;
  return (
    <div className="space-y-5">
      <Card>
        <output className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-lg font-semibold">{`書類 ${state === 'working' ? `${done} / ${total}` : total}件`}</p>
          <StatusBadge look={exportLooks[state]} />
        </output>
        {state === 'working' && (
          <>
            <progress
              aria-label="作成の進み具合"
              value={done}
              max={Math.max(total, 1)}
              className="mt-4 block h-3 w-full accent-accent"
            />
            <p className="phrased mt-4 text-ink-soft">
              このページを閉じても作成は続きます。できあがりましたら、メールでお知らせします。
            </p>
          </>
        )}
        {link !== null && (
          <a href={link} className={`mt-5 ${downloadLook}`}>
            <Download aria-hidden className="size-5" />
            ダウンロードする
          </a>
        )}
        <div className="mt-5">
          <DetailList
            rows={{
              内容: formats.map((format) => formatNames[format]).join('\n'),
              作成日時: <DateText unix={createdAt} form="minute" />,
              ...(state === 'done' && {
                ファイルの大きさ: sizeOf(size),
                ダウンロードの期限: <DateText unix={expiresAt} form="minute" />,
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
      {replaced > 0 && (
        <Alert tone="warning" title={`会計ソフト用のファイルで、${replaced}文字を「〓」に置き換えました`}>
          会計ソフトの文字コード（Shift_JIS）で表せない文字です。金額・日付・番号には影響しません。
        </Alert>
      )}
      {state === 'done' && (
        <>
          <p className="phrased text-sm text-ink-soft">
            ZIPファイルには索引が入っています。PDFが元のままであることは、索引の
            <span className="whitespace-nowrap">SHA-256</span>で確かめられます。
          </p>
          <KeepingNotice />
        </>
      )}
    </div>
  );
}
