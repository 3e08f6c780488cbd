/** Says that `done` of `all` are done; without `all`, nobody knows how many there are. */
export type Progress = (what: string, done: number, all?: number) => void;

const width = 24;

/** Shows how far a work is: a bar on a terminal, elsewhere a line every ten seconds. `now`: milliseconds. */
export function progressOn(
  out: { isTTY?: boolean; write: (text: string) => unknown },
  now: () => number = Date.now,
): Progress {
  let work = '';
  let begunAt = 0;
  let saidAt = 0;
  return (what, done, all) => {
    const at = now();
    const isNew = what !== work;
    if (isNew) [work, begunAt] = [what, at];
    const isOver = done === all;
    if (!isNew && !isOver && at - saidAt < (out.isTTY ? 100 : 10_000)) return;
    saidAt = at;
    const counts = all === undefined ? [done] : [done, all];
    let text = `${counts.map((one) => one.toLocaleString('en')).join('/')} ${what}`;
    if (all !== undefined) {
      const bar = '#'.repeat(Math.round((done / Math.max(1, all)) * width)).padEnd(width);
      const left = Math.ceil((((at - begunAt) / Math.max(1, done)) * (all - done)) / 1000);
      text = `[${bar}] ${text}${left > 0 ? `, ${left} s left` : ''}`;
    }
    out.write(out.isTTY ? `\r${text.padEnd(78)}${isOver ? '\n' : ''}` : `${text}\n`);
  };
}

/** Lets at most `perSecond` a second begin: each call resolves when it is its turn. */
export function throttle(
  perSecond: number,
  wait: (ms: number) => Promise<void> = (ms) => new Promise((resolve) => void setTimeout(resolve, ms)),
): () => Promise<void> {
  let next = 0;
  return () => {
    const at = Date.now();
    const turn = Math.max(next, at);
    next = turn + 1000 / perSecond;
    return wait(turn - at);
  };
}
