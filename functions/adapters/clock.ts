/** The time, read when it is needed; never captured when a module loads. */
export const clock = {
  /** Unix time in milliseconds. */
  now: (): number => Date.now(),
  /** Unix time in whole seconds, as Stripe, Cognito and DynamoDB's TTL count it. */
  seconds: (): number => Math.floor(Date.now() / 1000),
  /** Resolves after the given milliseconds. */
  wait: (milliseconds: number): Promise<void> => new Promise((resolve) => void setTimeout(resolve, milliseconds)),
};
