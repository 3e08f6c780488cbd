import { History } from 'lucide-react';
import { useState } from 'react';
import type { Payment } from '#shared/model/customer';
import { isoDayInJapan } from '#shared/model/japan-time';
import { Button } from '../../../ui/button';
import { DocumentList } from '../document-list';

/**
 * The most payments in a shop's record (functions/adapters/stripe/read-shop.ts): with fewer there are no older ones.
 */
const recorded = 24;

/** The payments before those of the shop's record, page by page from the documents, once they are asked for. */
export function OlderPayments({ customerId, payments }: { customerId: string; payments: readonly Payment[] }) {
  const [open, setOpen] = useState(false);
  if (payments.length < recorded) return null;
  const shown = new Set(payments.map(({ id }) => id));
  const oldest = Math.min(...payments.slice(0, recorded).map(({ created }) => created));
  if (!open)
    return (
      <Button
        variant="secondary"
        block
        className="mt-4"
        icon={<History aria-hidden className="size-5" />}
        onClick={() => setOpen(true)}
      >
        以前のお支払いを表示
      </Button>
    );
  return (
    <section aria-labelledby="older-payments" className="mt-8">
      <h2 id="older-payments" className="mb-3 text-lg font-semibold">
        以前のお支払い
      </h2>
      {/* An invoice may be issued an hour after it was made, which may be the next day. */}
      <DocumentList
        keys={{ store: customerId, to: isoDayInJapan(oldest + 86_400) }}
        without={shown}
        none="これより前のお支払いはありません。"
      />
    </section>
  );
}
