/** Japan is nine hours ahead of UTC, all the year; seconds. */
const ahead = 9 * 60 * 60;

/**
 * The same time of day one calendar month later, as the calendar in Japan has it; the last day of a month that is
 * shorter (Civil Code, article 143). Unix seconds.
 */
export function monthLaterInJapan(at: number): number {
  const date = new Date((at + ahead) * 1000);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month + 2, 0)).getUTCDate();
  const timeOfDay = (at + ahead) % 86_400;
  return Date.UTC(year, month + 1, Math.min(day, lastDay)) / 1000 + timeOfDay - ahead;
}
