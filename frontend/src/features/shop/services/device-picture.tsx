/** A device with fresh air above it, waiting to be rented. */
export const DevicePicture = () => (
  <svg viewBox="0 0 160 120" fill="none" aria-hidden className="h-28 w-auto">
    <ellipse cx="80" cy="110" rx="62" ry="6" className="fill-sunken" />
    <rect x="46" y="52" width="68" height="56" rx="10" className="fill-surface stroke-line-strong" strokeWidth="2" />
    <rect x="58" y="64" width="30" height="14" rx="4" className="fill-accent-soft stroke-accent" strokeWidth="2" />
    <circle cx="100" cy="71" r="5" className="fill-surface stroke-accent" strokeWidth="2" />
    <path d="M58 92h44M58 99h44" className="stroke-line-strong" strokeWidth="2" strokeLinecap="round" />
    <g className="stroke-accent" strokeWidth="2.500" strokeLinecap="round">
      <path d="M64 42c-6-7 6-11 0-18" opacity="0.7" />
      <path d="M80 40c-7-9 7-15 0-24" />
      <path d="M96 42c-6-7 6-11 0-18" opacity="0.7" />
    </g>
  </svg>
);
