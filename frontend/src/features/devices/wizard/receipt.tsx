import type { ReactNode } from 'react';
import type { DeviceRequest } from '#shared/model/device';
import { useContact } from '../../../lib/use-call';
import { CopyButton } from '../../../ui/copy-button';
import { ContactLine, NextSteps } from '../../../ui/content';
import { useRequestSteps } from '../device/use-request-steps';

interface ReceiptProps {
  request: DeviceRequest;
  /** The shop that has the device; only for a return or exchange. */
  customerId?: string;
  /** What happens next, where no movement says it with its days. */
  children: ReactNode;
}

/** An accepted request: its number, the next steps and whom to ask. */
export function Receipt({ request, customerId, children }: ReceiptProps) {
  const { steps, error } = useRequestSteps(request, customerId);
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-line px-4 py-3">
        <p>
          <span className="block text-sm text-ink-soft">受付番号</span>
          <span className="text-lg font-bold tabular-nums">{request.receiptNumber}</span>
        </p>
        <CopyButton text={request.receiptNumber} />
      </div>
      {steps && <NextSteps steps={steps} title="この後の流れ" />}
      {(customerId === undefined || error) && children}
      <ContactLine contact={useContact()} />
    </>
  );
}
