import type { ReactNode } from 'react';
import type { useScrolledToEnd } from '../lib/use-scrolled-to-end';

export type Reading = ReturnType<typeof useScrolledToEnd<HTMLElement>>;

interface ReadingBoxProps {
  label: string;
  reading: Reading;
  /** Its height and look. */
  className: string;
  children: ReactNode;
}

/** A long text in a frame of its own, which tells when it was read to its end. */
export const ReadingBox = ({ label, reading: { ref, onScroll }, className, children }: ReadingBoxProps) => (
  <section
    ref={ref}
    onScroll={onScroll}
    // A keyboard can scroll only an element that it can focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    tabIndex={0}
    aria-label={label}
    className={`overflow-y-auto leading-[1.75] ${className}`}
  >
    {children}
  </section>
);
