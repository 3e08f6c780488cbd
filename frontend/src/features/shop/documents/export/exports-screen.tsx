import { listDocumentExports } from '#shared/contract/document';
import type { DocumentExport } from '#shared/model/document-export';
import { paths } from '../../../../lib/paths';
import { useCall } from '../../../../lib/use-call';
import { DateText } from '../../../../ui/date-text';
import { ReadStates } from '../../../../ui/read-states';
import { Page } from '../../../../ui/page';
import { RowLink } from '../../../../ui/row-link';
import { Skeleton } from '../../../../ui/skeleton';
import { StatusBadge } from '../../../../ui/status-badge';
import { ExportForm } from './export-form';
import { exportLooks } from './export-words';

/** /documents/exports: a year of all shops for the accountant, and what was made in the last days. */
export function ExportsScreen() {
  const read = useCall(listDocumentExports);
  return (
    <Page
      title="1年分をダウンロード"
      description="すべての店舗の請求書・領収書を、1つのZIPファイルにまとめます。"
      back={{ to: paths.documents, label: '請求書・領収書' }}
    >
      <ReadStates read={read} failed="取得に失敗しました" skeleton={<Skeleton className="h-96 w-full" />}>
        {(data) => (
          <>
            <ExportForm {...data} />
            {data.exports.length > 0 && <Made exports={data.exports} />}
          </>
        )}
      </ReadStates>
    </Page>
  );
}

const Made = ({ exports }: { exports: readonly DocumentExport[] }) => (
  <section aria-labelledby="made" className="mt-8">
    <h2 id="made" className="mb-3 text-lg font-semibold">
      作成したファイル
    </h2>
    <ul className="space-y-3">
      {exports.map(({ id, year, state, createdAt }) => (
        <li key={id}>
          <RowLink to={paths.documentExport(id)}>
            <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-semibold">{year}年分</span>
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
