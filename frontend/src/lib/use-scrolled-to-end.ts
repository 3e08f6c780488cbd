import { useCallback, useState, type UIEventHandler } from 'react';

/** The distance from the bottom at which a text counts as read, in pixels (spec 9). */
const scrollTolerance = 5;

/** Whether an element is scrolled to its end. */
export const isAtEnd = ({
  scrollTop,
  clientHeight,
  scrollHeight,
}: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean =>
  scrollHeight - scrollTop - clientHeight <= scrollTolerance;

/**
 * Tracks whether a scrollable text was read to its end; once read, it stays read. Give `ref` and `onScroll` to the
 * scrolling element: a text that needs no scrolling counts as read as soon as it is shown.
 */
export function useScrolledToEnd<E extends HTMLElement>(): {
  reachedEnd: boolean;
  ref: (element: E | null) => void;
  onScroll: UIEventHandler<E>;
} {
  const [reachedEnd, setReachedEnd] = useState(false);
  const look = useCallback((element: E | null) => {
    if (element && isAtEnd(element)) setReachedEnd(true);
  }, []);
  return { reachedEnd, ref: look, onScroll: (event) => look(event.currentTarget) };
}
