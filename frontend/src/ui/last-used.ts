/** The controls that were used, latest first. A menu's item is gone after its use; its button stays. */
let used: readonly HTMLElement[] = [];

const remember = ({ target }: Event): void => {
  const control = target instanceof Element ? target.closest<HTMLElement>('a[href],button,input,select') : null;
  if (!control || control === used[0]) return;
  used = [control, ...used.filter((one) => one !== control && one.isConnected)].slice(0, 8);
};
// A press does not focus a button while a field has the focus, and in Safari never.
for (const type of ['click', 'focusin']) document.addEventListener(type, remember, { capture: true });

const hasFocus = (): boolean => document.activeElement !== null && document.activeElement !== document.body;

/** Gives the focus to the first of these elements that takes it, unless it is somewhere by then. */
function giveFocus(elements: readonly (HTMLElement | null | undefined)[]): void {
  for (const element of elements) {
    if (hasFocus()) return;
    if (element?.isConnected) element.focus({ preventScroll: true });
  }
}

/** Where the focus goes if no control is left for it: the dialog on top, the screen's heading, or its content. */
const lastResorts = (): (HTMLElement | null | undefined)[] => [
  [...document.querySelectorAll<HTMLElement>('[role="dialog"]')].at(-1),
  document.querySelector('h1'),
  document.getElementById('main'),
];

/** Gives the focus to the dialog or the screen, unless it is somewhere. */
export const focusScreen = (): void => giveFocus(lastResorts());

/**
 * Remembers which control was used last. The function that it returns gives it the focus, unless the focus is on
 * another element by then. If the control has left the page, the one before it gets the focus, else the dialog or the
 * screen.
 */
export function rememberFocus(): () => void {
  const before = used;
  return () => giveFocus([...before, ...lastResorts()]);
}
