import { getNextInvoice } from '#shared/contract/document';
import { useCall } from '../../../lib/use-call';
import { Card } from '../../../ui/card';
import { DateText } from '../../../ui/date-text';
import { Money } from '../../../ui/money';
import { Skeleton } from '../../../ui/skeleton';

/** What a shop is charged next, when, and why it differs from the last time. Nothing if there is no next charge. */
export function NextInvoiceCard({ customerId }: { customerId: string }) {
  const { data, error } = useCall(getNextInvoice, { params: { id: customerId } });
  // The rest of the screen does not depend on it: while Stripe is down the card is left out.
  if ((error && !data) || data?.date === null) return null;
  return (
    <Card title="次回のご請求">
      {data ? (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-medium">
              <DateText iso={`${data.date}T00:00:00+09:00`} />
            </span>
            <span className="text-xl font-bold">
              <Money yen={data.amount} />
            </span>
          </p>
          {data.difference && data.difference.amount !== 0 && (
            <div className="mt-2 text-ink-soft">
              <p>
                前回より{data.difference.amount < 0 ? '−' : '＋'}
                <Money yen={Math.abs(data.difference.amount)} />
              </p>
              <ul className="mt-1 list-disc pl-5 text-sm">
                {data.difference.reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
            </div>
          )}
          {data.difference?.amount === 0 && <p className="mt-2 text-ink-soft">前回と同じ金額です。</p>}
        </>
      ) : (
        <Skeleton className="h-7 w-48" />
      )}
    </Card>
  );
}
