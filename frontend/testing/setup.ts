import { configure } from '@testing-library/react';
import '@testing-library/jest-dom';

// jsdom has neither; Headless UI and the theme ask for both.
globalThis.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
};
globalThis.matchMedia ??= (query: string): MediaQueryList =>
  ({ matches: false, media: query, onchange: null, addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {}, dispatchEvent: () => false }) as MediaQueryList;

// jsdom has the method and only complains; nothing scrolls there.
window.scrollTo = () => undefined;

// A laptop under load takes longer than the second that Testing Library waits by default.
configure({ asyncUtilTimeout: 10_000 });
