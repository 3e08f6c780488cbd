import type { ReactNode } from 'react';
import { listMovements } from '#shared/contract/movement';
import type { DeviceRequest } from '#shared/model/device';
import { useCall, useContact } from '../../../lib/use-call';
import { nextSteps } from '../../../text/next-steps';
import { CopyButton } from '../../../ui/copy-button';
import { ContactLine, NextSteps } from '../../../ui/content';

interface ReceiptProps {
  request: DeviceRequest;
  /** The shop that has the device; only for a return or exchange. */
  customerId?: string;
  /** What happens next, where no movement says it with its days. */
  children: ReactNode;
}

/** An accepted request: its number, the next steps and whom to ask. */
export function Receipt({ request, customerId, children }: ReceiptProps) {
  const { data, error } = useCall(listMovements, customerId === undefined ? null : { params: { id: customerId } });
  const movement = data?.movements.find((one) => one.receiptNumber === request.receiptNumber);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-line px-4 py-3">
        <p>
          <span className="block text-sm text-ink-soft">受付番号</span>
          <span className="text-lg font-bold tabular-nums">{request.receiptNumber}</span>
        </p>
        <CopyButton text={request.receiptNumber} />
      </div>
      {movement && <NextSteps steps={nextSteps(movement)} title="この後の流れ" />}
      {(customerId === undefined || error) && children}
      <ContactLine contact={useContact()} />
    </>
  );
}
