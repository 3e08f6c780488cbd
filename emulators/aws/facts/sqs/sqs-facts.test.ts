import { serve, StillClock } from '../../../platform/index';
import { createSqsEmulator } from '../../index';
import { failuresIn, prove } from '../../../platform/facts';
import { sqsFacts } from './sqs-facts';

test('the emulator behaves as every fact says', async () => {
  const served = await serve(await createSqsEmulator({ clock: new StillClock(Date.UTC(2027, 0, 15)) }));
  const lines: string[] = [];
  try {
    await prove(sqsFacts, { environment: { AWS_ENDPOINT_URL_SQS: served.url }, write: (line) => lines.push(line) });
  } finally {
    await served.close();
  }
  expect(failuresIn(lines)).toEqual([]);
});

test('neither an address nor a region: refused before any request', async () => {
  await expect(sqsFacts.open({})).rejects.toThrow('PROVE_REGION');
});
