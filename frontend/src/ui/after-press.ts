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
 * Calls back once the current press of mouse or finger has become its click; at once if there is none. A text that
 * appears during a press would move the pressed element away from under the pointer, and the click would be lost.
 */
export function afterPress(run: () => void): void {
  if (pressed) waiting.push(run);
  else run();
}
