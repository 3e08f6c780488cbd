import { getNextInvoice } from '#shared/contract/document';
import { useCall } from '../../../lib/use-call';
import { Card } from '../../../ui/card';
import { DateText } from '../../../ui/date-text';
import { Money } from '../../../ui/money';
import { PartFailure } from '../../../ui/part-failure';
import { Skeleton } from '../../../ui/skeleton';
import { ChargeDifference } from './charge-difference';

/** What a shop is charged next, when, and why it differs from the last time. Nothing if there is no next charge. */
export function NextInvoiceCard({ customerId }: { customerId: string }) {
  const read = useCall(getNextInvoice, { params: { id: customerId } });
  const { data, error } = read;
  // A missing card would say that nothing is charged.
  if (error && !data) return <PartFailure read={read} title="次回のご請求を取得できませんでした" />;
  if (data?.date === null) return null;
  return (
    <Card title="次回のご請求">
      {data ? (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-medium">
              <DateText day={data.date} />
            </span>
            <span className="text-xl font-bold">
              <Money yen={data.amount} />
            </span>
          </p>
          {data.difference && (
            <p className="phrased mt-2 text-ink-soft">
              <ChargeDifference charge={{ ...data, date: data.date }} />
            </p>
          )}
        </>
      ) : (
        <Skeleton className="h-7 w-48" />
      )}
    </Card>
  );
}
