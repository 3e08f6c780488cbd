import { focusScreen } from './last-used';

/** What follows an element that has left takes the focus by itself in this time, in milliseconds. */
const patience = 250;

let focused: Node | null = null;
document.addEventListener('focusin', ({ target }) => (focused = target as Node), { capture: true });

/** From now on, when the focused element leaves the page, the dialog or the screen gets the focus. */
new MutationObserver(() => {
  if (!focused || focused.isConnected) return;
  focused = null;
  setTimeout(focusScreen, patience);
}).observe(document, { childList: true, subtree: true });
