/** Decides from its expression when a schedule is due. */
interface Expression {
  /**
   * Whether it fell due after `after` and up to `until` (unix milliseconds); `rate` counts from `after`, its last run.
   */
  isDue(after: number, until: number): boolean;
}

const minute = 60_000;
const units: Record<string, number> = { minute, hour: 60 * minute, day: 24 * 60 * minute };

const isAny = (field: string): boolean => field === '*' || field === '?';

/** Values of a field: one (`3`), or each so many from one on (`1/3`); undefined allows all (`*`). */
function fieldValues(field: string, low: number, high: number): Set<number> | undefined {
  if (isAny(field)) return undefined;
  const [, from, step] = /^(\d+)(?:\/([1-9]\d*))?$/.exec(field) ?? [];
  const first = Number(from);
  if (!(first >= low && first <= high))
    throw new Error(`"${field}" in a cron expression is not known to the local cloud`);
  const values = new Set([first]);
  if (step !== undefined) for (let value = first; value <= high; value += Number(step)) values.add(value);
  return values;
}

/**
 * `cron(minute hour day month weekday year)` (EventBridge Scheduler User Guide, "Cron-based schedules"). The portal's
 * jobs run in every month, on every weekday and in every year: other ones are refused, and so are lists and ranges.
 */
function parseCron(fields: string[], timeZone: string): Expression {
  const [minutes = '', hours = '', days = '', ...others] = fields;
  if (fields.length !== 6) throw new Error('A cron expression has six fields');
  const chosen = others.find((field) => !isAny(field));
  if (chosen !== undefined)
    throw new Error(`"${chosen}" as month, weekday or year of a cron expression is not known to the local cloud`);
  const allowed = {
    minute: fieldValues(minutes, 0, 59),
    hour: fieldValues(hours, 0, 23),
    day: fieldValues(days, 1, 31),
  };
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  const matches = (time: number): boolean => {
    const parts = Object.fromEntries(format.formatToParts(time).map(({ type, value }) => [type, value]));
    return Object.entries(allowed).every(([name, values]) => values?.has(Number(parts[name])) ?? true);
  };
  return {
    // Searches back from the latest minute, so that after a long jump a frequent schedule is found at once.
    isDue(after, until) {
      for (let time = Math.floor(until / minute) * minute; time > after; time -= minute) if (matches(time)) return true;
      return false;
    },
  };
}

/**
 * Reads `rate(…)` and `cron(…)`.
 * @throws for any other text, and for unknown parts of a cron expression
 */
export function parseExpression(expression: string, timeZone: string): Expression {
  const [, amount, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  if (amount !== undefined) {
    const period = Number(amount) * (units[unit] ?? Number.NaN);
    return { isDue: (after, until) => until - after >= period };
  }
  const cron = /^cron\((.*)\)$/.exec(expression)?.[1];
  if (cron === undefined) throw new Error(`The schedule expression ${expression} is not known to the local cloud`);
  return parseCron(cron.trim().split(/\s+/), timeZone);
}
