import { getNextInvoice } from '#shared/contract/document';
import type { NextInvoice } from '#shared/model/document';
import { isoDayInJapan } from '#shared/model/japan-time';
import { sum } from '#shared/numbers';
import { useCall } from '../../lib/use-call';
import { Card, DateText, Money } from '../../ui/content';
import { PartFailure, Skeleton } from '../../ui/basics';
import { Folded } from '../../ui/disclosure';

interface NextInvoiceCardProps {
  customerId: string;
  /** What the screen tells already: yen, and unix seconds. */
  told?: { amount: number; at: number };
}

/** What a shop is charged next, when, and for what. Nothing if there is no next charge, or if it is told already. */
export function NextInvoiceCard({ customerId, told }: NextInvoiceCardProps) {
  const read = useCall(getNextInvoice, { params: { id: customerId } });
  const { data, error } = read;
  // A missing card would say that nothing is charged.
  if (error && !data) return <PartFailure read={read} title="次回のご請求額を表示できません" />;
  if (data?.date === null) return null;
  if (told && data?.amount === told.amount && data.date === isoDayInJapan(told.at)) return null;
  return (
    <Card title="次回のご請求">
      {data ? (
        <>
          <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
            <span className="font-medium">
              <DateText day={data.date} />
            </span>
            <Money className="text-xl font-bold" yen={data.amount} />
          </p>
          {data.lines.length > 0 && <Lines next={data} />}
        </>
      ) : (
        // As high as what takes its place, with the line 内訳.
        <Skeleton className="mb-9 h-7 w-48" />
      )}
    </Card>
  );
}

/** The lines of the preview; what a balance takes off is on none of them. */
function Lines({ next: { amount, lines } }: { next: NextInvoice }) {
  const rows = lines.map(({ sentence, amount: full, discount }) => ({ sentence, yen: full - discount }));
  const balance = amount - sum(rows.map(({ yen }) => yen));
  return (
    <Folded label="内訳" className="mt-1 -mb-3">
      <ul className="divide-y divide-line">
        {[...rows, ...(balance === 0 ? [] : [{ sentence: '前回までの残高など', yen: balance }])].map(
          ({ sentence, yen }, index) => (
            // The lines of a preview never change their order.
            <li key={index} className="flex items-baseline justify-between gap-4 py-2">
              <span className="min-w-0 break-words">{sentence}</span>
              <Money className="whitespace-nowrap" yen={yen} />
            </li>
          ),
        )}
      </ul>
    </Folded>
  );
}
