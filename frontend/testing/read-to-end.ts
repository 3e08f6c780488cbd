import { fireEvent } from '@testing-library/react';

/** jsdom has no layout, so every element gets a height above its frame's. jest.restoreAllMocks restores it. */
export function makeTextsLong(): void {
  jest.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockReturnValue(2000);
  jest.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(400);
}

/** Scrolls a long element until this many pixels remain below. */
export function scrollTo(element: HTMLElement, left: number): void {
  Object.defineProperty(element, 'scrollTop', { value: 1600 - left, configurable: true });
  fireEvent.scroll(element);
}
