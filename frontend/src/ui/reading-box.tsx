import { type ReactNode, useCallback, useState, type UIEvent } from 'react';

export type Reading = ReturnType<typeof useScrolledToEnd>;

interface ReadingBoxProps {
  label: string;
  reading: Reading;
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

/** The distance from the bottom at which a text counts as read, in pixels (spec 9). */
const scrollTolerance = 5;

/** Whether an element is scrolled to its end. */
export const isAtEnd = (element: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean =>
  element.scrollHeight - element.scrollTop - element.clientHeight <= scrollTolerance;

/**
 * Tracks whether a scrollable text was read to its end; once read, it stays read. Give `ref` and `onScroll` to the
 * scrolling element: a text that needs no scrolling counts as read as soon as it is shown.
 */
export function useScrolledToEnd() {
  const [reachedEnd, setReachedEnd] = useState(false);
  const look = useCallback((element: HTMLElement | null) => {
    if (element && isAtEnd(element)) setReachedEnd(true);
  }, []);
  return { reachedEnd, ref: look, onScroll: (event: UIEvent<HTMLElement>) => look(event.currentTarget) };
}
