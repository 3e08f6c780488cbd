let pressed = false;
let waiting: (() => void)[] = [];

function release(): void {
  pressed = false;
  const due = waiting;
  waiting = [];
  // The click comes after the release, in the same task.
  setTimeout(() => {
    for (const run of due) run();
  });
}

// The other buttons open menus, which take their release.
document.addEventListener('mousedown', ({ button }) => (pressed = button === 0), { capture: true });
for (const end of ['mouseup', 'dragend', 'contextmenu', 'pointercancel'])
  document.addEventListener(end, release, { capture: true });
// Only of the window itself, e.g. for a frame in which the press ends.
window.addEventListener('blur', release);

/**
 * Calls back once the current press of mouse or finger has become its click; at once if there is none. A text that
 * appears during a press would move the pressed element away from under the pointer, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}
