/** The open dialogs, the one on top last. */
const open: { back: () => void }[] = [];

/** How many dialogs the current entry of the browser's history stands for. */
const depth = (): number => (window.history.state as { dialogs?: number } | null)?.dialogs ?? 0;

/** True while the entries of closed dialogs are being left. */
let leaving = false;

/** Makes the history fit the open dialogs; the router's own state of the entry is kept. */
function reconcile(): void {
  if (leaving) return;
  while (depth() < open.length) window.history.pushState({ ...window.history.state, dialogs: depth() + 1 }, '');
  if (depth() > open.length) {
    leaving = true;
    window.history.go(open.length - depth());
  }
}

window.addEventListener('popstate', () => {
  if (!leaving && depth() < open.length) open.at(-1)?.back();
  leaving = false;
  setTimeout(reconcile);
});

/**
 * Gives an open dialog its own entry in the browser's history, so that the phone's back button calls `back` instead of
 * leaving the screen. The function that it returns ends that.
 */
export function enterHistory(back: () => void): () => void {
  const entry = { back };
  open.push(entry);
  // A dialog that replaces another one takes over its entry.
  setTimeout(reconcile);
  return () => {
    open.splice(open.indexOf(entry), 1);
    setTimeout(reconcile);
  };
}
