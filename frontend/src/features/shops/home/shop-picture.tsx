/** A drawing of a shop front with three rings above it. */
export const ShopPicture = () => (
  <svg viewBox="0 0 160 120" fill="none" aria-hidden className="h-28 w-auto">
    <ellipse cx="80" cy="110" rx="70" ry="6" className="fill-sunken" />
    <path
      d="M34 58h92v46a4 4 0 0 1-4 4H38a4 4 0 0 1-4-4V58Z"
      className="fill-surface stroke-line-strong"
      strokeWidth="2"
    />
    <path
      d={[
        'M30 40h100l8 18a9 9 0 0 1-18 0 9 9 0 0 1-18 0h-1a9.5 9.5 0 0 1-19 0h-4',
        'a9.5 9.5 0 0 1-19 0h-1a9 9 0 0 1-18 0 9 9 0 0 1-18 0l8-18Z',
      ].join('')}
      className="fill-accent-soft stroke-accent"
      strokeWidth="2"
      strokeLinejoin="round"
    />
    <rect x="46" y="76" width="34" height="20" rx="3" className="fill-accent-soft stroke-accent" strokeWidth="2" />
    <path
      d="M92 108V80a4 4 0 0 1 4-4h14a4 4 0 0 1 4 4v28"
      className="fill-surface stroke-line-strong"
      strokeWidth="2"
    />
    <circle cx="109" cy="93" r="1.800" className="fill-line-strong" />
    <g className="stroke-accent" strokeWidth="2.500">
      <circle cx="80" cy="15" r="8" />
      <circle cx="66" cy="27" r="5" opacity="0.7" />
      <circle cx="94" cy="27" r="5" opacity="0.7" />
    </g>
  </svg>
);
