import { configure } from '@testing-library/react';
import '@testing-library/jest-dom';
import * as React from 'react';
import 'sonner';
import { FakeChannel } from './channel';

// jsdom has neither; Headless UI and the theme need both.
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

globalThis.BroadcastChannel ??= FakeChannel as unknown as typeof BroadcastChannel;

// jsdom has no pointer capture; toasts use it.
HTMLElement.prototype.setPointerCapture = () => undefined;

// Sonner's style sheet hides a toast for the moment before it slides in, and jsdom compares each of its rules with an
// element whenever a style is read: a tenth of these tests' time.
document.head.replaceChildren();

// jsdom reports scrollTo as not implemented and lacks scrollIntoView; nothing scrolls in it.
window.scrollTo = () => undefined;
Element.prototype.scrollIntoView = () => undefined;

// A laptop under load takes longer than the second that Testing Library waits by default.
configure({ asyncUtilTimeout: 10_000 });

// React notes a stack at each element for its own messages, 8 % of the time of a form's tests. It stops after 10,000.
Object.defineProperty(
  Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as object,
  'recentlyCreatedOwnerStacks',
  { get: () => 10_000, set() {} },
);

// What an entry of the history keeps would reach the next test.
afterEach(() => window.history.replaceState(null, ''));
