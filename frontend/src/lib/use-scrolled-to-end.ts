import { useCallback, useState, type UIEventHandler } from 'react';

/** How far from its bottom a text counts as read to the end, in pixels (spec 9). */
const scrollTolerance = 5;

/** Whether a scrolled element shows its end. */
export const isAtEnd = ({
  scrollTop,
  clientHeight,
  scrollHeight,
}: Pick<HTMLElement, 'scrollTop' | 'clientHeight' | 'scrollHeight'>): boolean =>
  scrollHeight - scrollTop - clientHeight <= scrollTolerance;

/**
 * Follows whether a scrollable text was read to its end; once read it stays read. Give `ref` and `onScroll` to the
 * scrolling element: a text that needs no scrolling is read as soon as it is shown.
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
