import { CreateSecretCommand, PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { StillClock } from '../../emulators/platform/index';
import { createSecretsEmulator } from '../../emulators/aws/index';
import { startServices, type Services } from '../../local/testing/functions';
import { handler } from './authorize-origin';

const clock = new StillClock(Date.parse('2027-01-15T03:00:00Z'));
const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(48)) as [string, string, string];
let services: Services;
let secrets: SecretsManagerClient;

const ask = async (...identitySource: string[]): Promise<boolean> => (await handler({ identitySource })).isAuthorized;
const renew = (originKey: string) =>
  secrets.send(new PutSecretValueCommand({ SecretId: 'origin', SecretString: JSON.stringify({ originKey }) }));

beforeAll(async () => {
  jest.spyOn(Date, 'now').mockImplementation(() => clock.now());
  services = await startServices({ secrets: await createSecretsEmulator({ clock }) });
  secrets = new SecretsManagerClient({});
  const { ARN } = await secrets.send(
    new CreateSecretCommand({ Name: 'origin', SecretString: JSON.stringify({ originKey: first }) }),
  );
  process.env['ORIGIN_SECRET_ARN'] = ARN;
});
afterAll(() => services.close());

test('CloudFront’s key: admitted; any other value: refused', async () => {
  expect(await ask(first)).toBe(true);
  for (const wrong of ['', first.slice(1), `${first}a`, second, 'ａ'.repeat(48)])
    expect([wrong, await ask(wrong)]).toEqual([wrong, false]);
  expect(await ask()).toBe(false);
});

test('a key was renewed while the container keeps the old ones: accepted at once', async () => {
  expect(await ask(first)).toBe(true);
  await renew(second);
  clock.advance(11_000);
  expect(await ask(second)).toBe(true);
});

test('a renewed key is accepted, and the previous one until the next renewal', async () => {
  clock.advance(6 * 60_000);
  expect([await ask(first), await ask(second)]).toEqual([true, true]);
  await renew(third);
  clock.advance(6 * 60_000);
  expect([await ask(first), await ask(second), await ask(third)]).toEqual([false, true, true]);
});

test('the secret cannot be read: every request is refused', async () => {
  services.inject(() => 'down');
  clock.advance(6 * 60_000);
  await expect(ask(third)).rejects.toThrow();
  services.clearFaults();
});
