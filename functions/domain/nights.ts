const day = 24 * 60 * 60;
/** The hour in UTC at which what is done once a night is due: 3 o'clock in Japan. */
const nightHour = 18;

/** The last 3 o'clock in Japan before a time; both in unix seconds. */
export const lastNight = (now: number): number => Math.floor((now - nightHour * 3_600) / day) * day + nightHour * 3_600;
