const units: Record<string, number> = { w: 604_800_000, d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
/** Ten years: further on, most of what the portal keeps has no meaning. */
const most = 3650 * 86_400_000;

/** Milliseconds of `36d`, `90m`, `1h30m`, `2w`; undefined for what is none, and for more than ten years. */
export function parseDuration(text: unknown): number | undefined {
  if (typeof text !== 'string' || !/^(\d+[wdhms])+$/.test(text)) return undefined;
  const parts = [...text.matchAll(/(\d+)([wdhms])/g)];
  const milliseconds = parts.reduce((sum, [, amount, unit = '']) => sum + Number(amount) * (units[unit] ?? 0), 0);
  return milliseconds <= most ? milliseconds : undefined;
}
