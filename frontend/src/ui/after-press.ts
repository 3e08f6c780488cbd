let pressed = false;
let waiting: (() => void)[] = [];

document.addEventListener('mousedown', () => (pressed = true), { capture: true });
for (const end of ['mouseup', 'dragend'])
  document.addEventListener(
    end,
    () => {
      pressed = false;
      const due = waiting;
      waiting = [];
      // The click comes after the release, in the same task.
      setTimeout(() => {
        for (const run of due) run();
      });
    },
    { capture: true },
  );

/**
 * Calls back once the mouse button or finger that is down has done its click, at once where none is. A text that
 * appears meanwhile would move what is pressed away from under the pointer, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}
