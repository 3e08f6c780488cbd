/** Unix seconds as people in Japan read them: 2027年1月15日 12:00. */
export const timeInJapan = (seconds: number): string =>
  new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Tokyo' }).format(
    new Date(seconds * 1000),
  );

/** Unix seconds as a day in Japan: 2027年1月15日. */
export const dayInJapan = (seconds: number): string =>
  new Intl.DateTimeFormat('ja-JP', { dateStyle: 'long', timeZone: 'Asia/Tokyo' }).format(new Date(seconds * 1000));
