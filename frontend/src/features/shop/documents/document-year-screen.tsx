import { ChartNoAxesColumn, ChevronLeft, ChevronRight } from 'lucide-react';
import { useSearchParams } from 'react-router-dom';
import { getDocumentYear } from '#shared/contract/document';
import type { DocumentYear } from '#shared/model/document-year';
import { isoDayInJapan } from '#shared/model/japan-time';
import { paths } from '../../../lib/paths';
import { useNow } from '../../../lib/use-now';
import { useCall } from '../../../lib/use-call';
import { Alert } from '../../../ui/alert';
import { Button } from '../../../ui/button';
import { Card } from '../../../ui/card';
import { EmptyState } from '../../../ui/empty-state';
import { ReadStates } from '../../../ui/read-states';
import { Page } from '../../../ui/page';
import { PrintButton } from '../../../ui/print-button';
import { Skeleton } from '../../../ui/skeleton';
import { YearBars, YearLegend, groupsOf } from './year-bars';
import { MonthTable, ShopTable } from './year-tables';

/** /documents/year: a year of all shops at a glance, by month of issue. The year is in the address. */
export function DocumentYearScreen() {
  const [address, setAddress] = useSearchParams();
  const present = Number(isoDayInJapan(useNow() / 1000).slice(0, 4));
  const asked = Number(address.get('year') ?? present);
  const year = asked >= 2000 && asked <= 2099 ? asked : present;
  const read = useCall(getDocumentYear, { params: { year: String(year) } });
  const open = (next: number) => () => setAddress({ year: String(next) });
  return (
    <Page
      title={`${year}年のまとめ`}
      description="発行日の月ごとに、すべての店舗の金額（税込）をまとめています。"
      back={{ to: paths.documents, label: '請求書・領収書' }}
      actions={
        <>
          <Button variant="secondary" icon={<ChevronLeft aria-hidden className="size-5" />} onClick={open(year - 1)}>
            {year - 1}年
          </Button>
          {year < present && (
            <Button variant="secondary" icon={<ChevronRight aria-hidden className="size-5" />} onClick={open(year + 1)}>
              {year + 1}年
            </Button>
          )}
          <PrintButton />
        </>
      }
    >
      <ReadStates read={read} failed="まとめの取得に失敗しました" skeleton={<Skeleton className="h-80 w-full" />}>
        {(data) => <Year data={data} />}
      </ReadStates>
    </Page>
  );
}

function Year({ data: { year, shops, complete } }: { data: DocumentYear }) {
  if (shops.length === 0)
    return (
      <EmptyState
        picture={<ChartNoAxesColumn className="size-12" strokeWidth={1.5} />}
        title={`${year}年の請求書・領収書はありません`}
      />
    );
  const groups = groupsOf(shops);
  return (
    <div className="space-y-5">
      {!complete && (
        <Alert tone="warning" title="件数が多いため、新しい書類だけをまとめています">
          正確な合計は、書類の一覧でご確認ください。
        </Alert>
      )}
      <Card title="月ごとの金額">
        <YearBars groups={groups} />
        <YearLegend groups={groups} />
      </Card>
      <Card title="店舗ごとの合計">
        <ShopTable shops={shops} year={year} />
      </Card>
      <MonthTable shops={shops} year={year} />
    </div>
  );
}
