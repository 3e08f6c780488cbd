import type { ReactNode } from 'react';

/** A drawing in the brand's style: on a shadow as wide as it stands, below three rings. */
export const Drawing = ({ shadow, children }: { shadow: number; children: ReactNode }) => (
  <svg viewBox="0 0 160 120" fill="none" aria-hidden className="h-28 w-auto">
    <ellipse cx="80" cy="111" rx={shadow} ry="6" className="fill-sunken" />
    {children}
    <g className="stroke-accent" strokeWidth="2.500">
      <circle cx="80" cy="13" r="8" />
      <circle cx="65" cy="27" r="5" opacity="0.7" />
      <circle cx="96" cy="28" r="5" opacity="0.7" />
    </g>
  </svg>
);
