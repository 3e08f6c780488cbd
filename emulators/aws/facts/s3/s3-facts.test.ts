import { serve, StillClock } from '../../../platform/index';
import { createS3Emulator } from '../../index';
import { failuresIn, prove } from '../../../platform/facts';
import { s3Facts } from './s3-facts';

test('the emulator behaves as every fact says', async () => {
  const secretOf = () => process.env['AWS_SECRET_ACCESS_KEY'];
  const served = await serve(await createS3Emulator({ clock: new StillClock(Date.now()), secretOf }));
  const lines: string[] = [];
  try {
    await prove(s3Facts, { environment: { AWS_ENDPOINT_URL_S3: served.url }, write: (line) => lines.push(line) });
  } finally {
    await served.close();
  }
  expect(failuresIn(lines)).toEqual([]);
});

test('neither an address nor a region: refused before any request', async () => {
  await expect(s3Facts.open({})).rejects.toThrow('PROVE_REGION');
});
