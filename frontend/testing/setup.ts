import { configure } from '@testing-library/react';
import '@testing-library/jest-dom';

// jsdom has neither; Headless UI and the theme ask for both.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
globalThis.matchMedia ??= (query: string): MediaQueryList =>
  ({
    matches: false,
    media: query,
    onchange: null,
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
    dispatchEvent: () => false,
  }) as MediaQueryList;

// jsdom captures no pointer; toasts do.
HTMLElement.prototype.setPointerCapture = () => undefined;

// jsdom has the one method and only complains, and lacks the other; nothing scrolls there.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// A laptop under load takes longer than the second that Testing Library waits by default.
configure({ asyncUtilTimeout: 10_000 });
