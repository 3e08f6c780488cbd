import { fireEvent } from '@testing-library/react';

/** jsdom lays nothing out: every element is told that it is longer than its frame. Restored by jest.restoreAllMocks. */
export function makeTextsLong(): void {
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
}

/** Scrolls a long element so that so many pixels are left below. */
export function scrollTo(element: HTMLElement, left: number): void {
  Object.defineProperty(element, 'scrollTop', { value: 1600 - left, configurable: true });
  fireEvent.scroll(element);
}
