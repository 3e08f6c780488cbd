import type { ReactNode } from 'react';
import { DetailRow } from '../../../ui/detail-row';

/** Labels and values in a dialog or a panel. Rows without a value are left out. */
export const SummaryList = ({ rows }: { rows: Readonly<Record<string, ReactNode>> }) => (
  <dl className="divide-y divide-line rounded-field border border-line px-4">
    {Object.entries(rows)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined)
      .map(([name, value]) => (
        <DetailRow key={name} label={name} narrow>
          {value}
        </DetailRow>
      ))}
  </dl>
);
