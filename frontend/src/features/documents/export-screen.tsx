import { CircleCheck, CircleX, Clock, Download } from 'lucide-react';
import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { getDocumentExport } from '#shared/contract/document';
import { periodText, type DocumentExport, type OpenedExport } from '#shared/model/document';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { Alert, Skeleton } from '../../ui/basics';
import { Card, DateText, DetailList, StatusBadge, type StatusLook } from '../../ui/content';
import { ReadStates } from '../../ui/read-states';
import { Page } from '../../ui/page';
import { KeepingNotice } from './document-list';

export const exportLooks: Readonly<Record<DocumentExport['state'], StatusLook>> = {
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
      title={data ? `${periodText(data)}の請求書・領収書` : '1年分をダウンロード'}
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
        <a href={link} className={`mt-5 ${downloadLook}`}>
          <Download aria-hidden className="size-5" />
          ダウンロードする
        </a>
      )}
      <div className="mt-5">
        <DetailList
          rows={{
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
    {state === 'done' && (
      <>
        <p className="text-sm text-ink-soft">
          ZIPファイルには、書類のPDFと一覧表（index.csv）が入っています。一覧表は、表計算ソフトや会計ソフトで開けます。
        </p>
        <KeepingNotice />
      </>
    )}
  </div>
);
