import { clock } from '../../adapters/clock';
import { inSteadyTime } from './steady-time';

test('a result or a refusal comes only after the minimum time', async () => {
  let over = (): void => undefined;
  jest.spyOn(clock, 'wait').mockImplementation(() => new Promise((resolve) => (over = resolve)));
  const done: string[] = [];
  const value = inSteadyTime(async () => 'value').then((one) => done.push(one));
  over();
  await value;
  const refusal = inSteadyTime(async () => Promise.reject(new Error('refused'))).catch((error: Error) =>
    done.push(error.message),
  );
  await Promise.resolve();
  expect(done).toEqual(['value']);
  over();
  await refusal;
  expect(done).toEqual(['value', 'refused']);
});
