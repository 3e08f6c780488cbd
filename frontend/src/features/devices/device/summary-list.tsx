import type { ReactNode } from 'react';

/** Labels and values in a dialog or a panel. Rows without a value are left out. */
export const SummaryList = ({ rows }: { rows: Readonly<Record<string, ReactNode>> }) => (
  <dl className="divide-y divide-line rounded-field border border-line">
    {Object.entries(rows)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined)
      .map(([name, value]) => (
        <div key={name} className="flex flex-wrap gap-x-4 gap-y-0.5 px-4 py-2.5">
          <dt className="w-24 shrink-0 text-sm leading-6 text-ink-soft">{name}</dt>
          <dd className="min-w-0 flex-1 basis-40 whitespace-pre-wrap">{value}</dd>
        </div>
      ))}
  </dl>
);
