import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { productName } from '../text/brand';

/**
 * Key of the location whose heading has had its focus: a screen that changes its state does not take the focus again.
 */
let focusedKey: string | undefined;

/**
 * After a change of route, or of a screen's own step, the new heading gets the focus and the page starts at its top, as
 * after a page load. On the very first screen (react-router names its entry `default`) the browser decides about the
 * focus.
 */
export function useHeadingFocus(step?: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shownStep = useRef(step);
  const { key } = useLocation();
  useEffect(() => {
    const sameStep = shownStep.current === step;
    shownStep.current = step;
    if (sameStep && (key === 'default' || key === focusedKey)) return;
    focusedKey = key;
    window.scrollTo({ top: 0 });
    heading.current?.focus({ preventScroll: true });
  }, [key, step]);
  return heading;
}

/** The document's title while a screen is shown: "店舗選択 | Revonizer". */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} | ${productName}`;
  }, [title]);
}
