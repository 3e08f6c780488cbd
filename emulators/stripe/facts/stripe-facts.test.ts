import { serve, StillClock } from '../../platform/index';
import { createStripeEmulator, documentedLimits } from '../index';
import { tryFact } from '../../platform/facts';
import { limitFacts } from './limit-facts';
import { stripeFacts } from './stripe-facts';

const key = 'sk_test_local';

/** The last day of a month has periods that end on other days of the month than they began on. */
const days = { 'in the middle of a month': Date.UTC(2027, 0, 15, 3), 'on its last day': Date.UTC(2027, 0, 31, 3) };

test.each(
  Object.entries(days).flatMap(([day, begin], at) =>
    // The limits of requests know no days.
    stripeFacts.facts
      .filter((fact) => at === 0 || !limitFacts.includes(fact))
      .map((fact) => [fact.id, day, fact, begin] as const),
  ),
)('the emulator behaves as the fact %s says, %s', async (_id, _day, fact, begin) => {
  const clock = new StillClock(begin);
  // A busy machine may take seconds for the requests of limitFacts, so a second lasts three here.
  const realTime = () => performance.now() / 3;
  const emulator = await createStripeEmulator({ clock, testClock: clock, realTime });
  if (limitFacts.includes(fact)) emulator.strictness = { requests: documentedLimits.sandbox };
  const served = await serve(emulator);
  try {
    const open = await stripeFacts.open({ STRIPE_SECRET_KEY: key, STRIPE_API_BASE: served.url });
    const { sandbox, close } = await open.begin();
    expect(await tryFact(fact, sandbox)).toEqual({ state: 'holds' });
    await close();
    await open.close();
  } finally {
    await served.close();
    await emulator.close();
  }
});

test.each([
  ['sk_live_x', /live key/],
  ['rk_live_x', /live key/],
  ['', /Set STRIPE_SECRET_KEY/],
  ['pk_test_x', /Set STRIPE_SECRET_KEY/],
])('the key %s is refused before any request', async (secret, words) => {
  await expect(stripeFacts.open({ STRIPE_SECRET_KEY: secret, STRIPE_API_BASE: 'http://127.0.0.1:1' })).rejects.toThrow(
    words,
  );
});
