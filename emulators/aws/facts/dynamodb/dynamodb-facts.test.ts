import { serve, StillClock } from '../../../platform/index';
import { createDynamoDbEmulator } from '../../index';
import { failuresIn, prove } from '../../../platform/facts';
import { dynamodbFacts } from './dynamodb-facts';

test('the emulator behaves as every fact says', async () => {
  const emulator = await createDynamoDbEmulator({ clock: new StillClock(Date.UTC(2027, 0, 15)), sweepMs: 0 });
  const served = await serve(emulator);
  const lines: string[] = [];
  try {
    const environment = { AWS_ENDPOINT_URL_DYNAMODB: served.url };
    await prove(dynamodbFacts, { environment, write: (line) => lines.push(line) });
  } finally {
    await served.close();
    await emulator.close();
  }
  expect(failuresIn(lines)).toEqual([]);
});

test('neither an address nor a region: refused before any request', async () => {
  await expect(dynamodbFacts.open({})).rejects.toThrow('PROVE_REGION');
});
