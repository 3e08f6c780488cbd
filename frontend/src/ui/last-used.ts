/** The controls that were used, latest first. A menu's item is gone after its use; its button stays. */
let used: readonly HTMLElement[] = [];

const remember = ({ target }: Event): void => {
  const control = target instanceof Element ? target.closest<HTMLElement>('a[href],button,input,select') : null;
  if (!control || control === used[0]) return;
  used = [control, ...used.filter((one) => one !== control && one.isConnected)].slice(0, 8);
};
// A press of the mouse does not focus a button here, and in Safari never.
for (const type of ['click', 'focusin']) document.addEventListener(type, remember, { capture: true });

/**
 * Remembers which control was used last. The function that it returns gives it the focus, unless the focus is on
 * another element by then. If the control has left the page, the one before it gets the focus, else the main content.
 */
export function rememberFocus(): () => void {
  const before = used;
  return () => {
    if (document.activeElement && document.activeElement !== document.body) return;
    for (const element of [...before, document.getElementById('main')]) {
      if (!element?.isConnected) continue;
      element.focus({ preventScroll: true });
      if (document.activeElement === element) return;
    }
  };
}
