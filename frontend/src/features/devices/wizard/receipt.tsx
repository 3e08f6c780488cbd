import { CircleCheck } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeviceRequest } from '#shared/model/device';
import { CopyButton } from '../../../ui/copy-button';
import { RequestTrack } from '../device/request-track';

/** An accepted request: its number, its state and the next steps. */
export function Receipt({ request, children }: { request: DeviceRequest; children: ReactNode }) {
  return (
    <>
      <div className="flex gap-3 rounded-field bg-success-soft p-4 text-success">
        <CircleCheck aria-hidden className="mt-0.5 size-6 shrink-0" />
        <div className="phrased min-w-0 flex-1 text-ink">{children}</div>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3 rounded-field border border-line px-4 py-3">
        <p>
          <span className="block text-sm text-ink-soft">受付番号</span>
          <span className="text-lg font-bold tabular-nums">{request.receiptNumber}</span>
        </p>
        <CopyButton text={request.receiptNumber} />
      </div>
      <RequestTrack request={request} numberless />
    </>
  );
}
