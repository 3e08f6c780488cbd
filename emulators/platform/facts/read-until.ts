const wait = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 1000));

/**
 * Reads again each second until `isExpected`, for at most `seconds`, because a change may take some moments to show;
 * returns the last reading.
 */
export async function readUntil<T>(
  read: () => Promise<T>,
  isExpected: (reading: T) => boolean,
  seconds = 10,
): Promise<T> {
  for (let second = 0; second < seconds; second += 1) {
    const reading = await read();
    if (isExpected(reading)) return reading;
    await wait();
  }
  return read();
}
