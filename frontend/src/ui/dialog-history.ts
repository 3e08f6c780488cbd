interface Entry {
  back: () => void;
  /** Called once the dialog is closed and its entry left. */
  left?: () => void;
}

/** The open dialogs, the one on top last. */
const open: Entry[] = [];

/** What waits until the entries of closed dialogs are left. */
const due: (() => void)[] = [];

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
  } else for (const run of due.splice(0)) run();
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
  const entry: Entry = { back };
  open.push(entry);
  // A dialog that replaces another one takes over its entry.
  setTimeout(reconcile);
  return () => {
    open.splice(open.indexOf(entry), 1);
    if (entry.left) due.push(entry.left);
    setTimeout(reconcile);
  };
}

/**
 * Calls back once the dialog on top is closed and its entry left; at once without a dialog. What replaces the current
 * entry before that would replace the dialog's, which is then never left.
 */
export function afterDialog(run: () => void): void {
  const top = open.at(-1);
  if (top) top.left = run;
  else run();
}
