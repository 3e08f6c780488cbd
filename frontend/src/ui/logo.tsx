import { productName, productSubtitle } from '../text/brand';

/** The logo: three rings for the three atoms of ozone. */
export const LogoMark = ({ className = 'size-9' }: { className?: string }) => (
  <svg viewBox="0 0 32 32" aria-hidden className={className}>
    <rect width="32" height="32" rx="8" className="fill-accent" />
    <g fill="none" strokeWidth="2.4" className="stroke-on-accent">
      <circle cx="16" cy="11.5" r="5.2" />
      <circle cx="9.4" cy="21.2" r="3.4" />
      <circle cx="22.6" cy="21.2" r="3.4" />
    </g>
  </svg>
);

/**
 * Mark, name and subtitle in a line (spec 1, brand header); once the subtitle has been read, other content may replace
 * it.
 */
export const BrandHeader = ({ subtitle = productSubtitle }: { subtitle?: string }) => (
  <span className="flex items-center gap-3">
    <LogoMark className="size-10 shrink-0" />
    <span className="min-w-0">
      <span className="block text-lg leading-tight font-bold tracking-tight">{productName}</span>
      <span className="block text-xs leading-snug text-ink-soft tabular-nums">{subtitle}</span>
    </span>
  </span>
);
