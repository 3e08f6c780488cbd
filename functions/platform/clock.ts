/** The time, read when it is needed; never captured when a module loads. */
export const clock = {
  /** Unix time in milliseconds. */
  now: (): number => Date.now(),
  /** Unix time in whole seconds, as Stripe, Cognito and DynamoDB's TTL count it. */
  seconds: (): number => Math.floor(Date.now() / 1000),
  wait: (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
  /** Waits half to all of the given milliseconds, at random, so that requests that met do not meet again. */
  waitAbout: (milliseconds: number): Promise<void> => clock.wait(milliseconds * (0.5 + Math.random() / 2)),
  /** Returns the result of a promise, or `otherwise` after so many milliseconds of real time. It stops no work. */
  withinTime: async <T>(work: Promise<T>, milliseconds: number, otherwise: T): Promise<T> => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<T>((resolve) => {
      timer = setTimeout(resolve, milliseconds, otherwise);
    });
    try {
      return await Promise.race([work, late]);
    } finally {
      clearTimeout(timer);
    }
  },
};

const day = 24 * 60 * 60;
/** The hour in UTC at which what is done once a night is due: 3 o'clock in Japan. */
const nightHour = 18;

/** The last 3 o'clock in Japan before a time; both in unix seconds. */
export const lastNight = (now: number): number => Math.floor((now - nightHour * 3_600) / day) * day + nightHour * 3_600;
