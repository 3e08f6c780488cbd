import type { ReactNode } from 'react';

interface DetailRowProps {
  label: string;
  /** In a dialog or a half column: short names, beside their values on a phone too. */
  narrow?: boolean;
  children: ReactNode;
}

/** A label and its value, side by side on wide screens; for a `<dl className="divide-y divide-line">`. */
export function DetailRow({ label, narrow = false, children }: DetailRowProps) {
  const columns = narrow
    ? 'flex flex-wrap items-baseline gap-x-4'
    : 'grid sm:grid-cols-[11rem_1fr] sm:items-baseline sm:gap-4';
  return (
    <div className={`gap-1 py-3 ${columns}`}>
      <dt className={`text-sm text-ink-soft ${narrow ? 'w-[6rem]' : ''}`}>{label}</dt>
      {/* Below its label where large text leaves too little beside it. */}
      <dd className="min-w-0 flex-1 basis-[8rem] break-words whitespace-pre-line">{children}</dd>
    </div>
  );
}

interface DetailListProps {
  rows: Readonly<Record<string, ReactNode>>;
  narrow?: boolean;
  /** In a frame of its own and narrow, as in a dialog; otherwise it fills a card. */
  framed?: boolean;
}

/** Labels and values. Rows without a value are left out. */
export const DetailList = ({ rows, framed = false, narrow = framed }: DetailListProps) => (
  <dl className={`divide-y divide-line ${framed ? 'rounded-field border border-line px-4' : '-my-3'}`}>
    {Object.entries(rows)
      .filter(([, value]) => value !== '' && value !== null && value !== undefined)
      .map(([label, value]) => (
        <DetailRow key={label} label={label} narrow={narrow}>
          {value}
        </DetailRow>
      ))}
  </dl>
);

interface FactProps {
  label: ReactNode;
  className?: string;
  /** Classes of the value. */
  look?: string;
  children: ReactNode;
}

/** A label above its value, one of a few in a `<dl>`. */
export const Fact = ({ label, className, look, children }: FactProps) => (
  <div className={className}>
    <dt className="text-sm text-ink-soft">{label}</dt>
    <dd className={look}>{children}</dd>
  </div>
);
