import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  CreateSecretCommand,
  DeleteSecretCommand,
  DescribeSecretCommand,
  GetRandomPasswordCommand,
  GetSecretValueCommand,
  PutSecretValueCommand,
  RestoreSecretCommand,
  RotateSecretCommand,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { type Emulator, serve, type Served, StillClock } from '../../platform/index';
import { createSecretsEmulator } from './create-secrets-emulator';

const clock = new StillClock(Date.parse('2027-01-10T03:00:00Z'));
let journalPath: string;
let emulator: Emulator;
let served: Served;
let client: SecretsManagerClient;

const start = async (): Promise<void> => {
  emulator = await createSecretsEmulator({ clock, journalPath });
  served = await serve(emulator);
  client = new SecretsManagerClient({ endpoint: served.url, maxAttempts: 1 });
};
const stop = async (): Promise<void> => {
  client.destroy();
  await served.close();
  await emulator.close();
};
beforeEach(async () => {
  journalPath = join(await mkdtemp(join(tmpdir(), 'secrets-')), 'journal');
  await start();
});
afterEach(stop);

const valueOf = async (SecretId: string, VersionStage?: string) =>
  (await client.send(new GetSecretValueCommand({ SecretId, ...(VersionStage && { VersionStage }) }))).SecretString;

test('a secret is found by its name, its ARN and its ARN without the last characters', async () => {
  const { ARN } = await client.send(
    new CreateSecretCommand({ Name: 'portal/stripe', SecretString: '{"secretKey":"sk_test_1"}' }),
  );
  expect(ARN).toMatch(/^arn:aws:secretsmanager:ap-northeast-1:000000000000:secret:portal\/stripe-\w{6}$/);
  for (const id of ['portal/stripe', ARN ?? '', ARN?.slice(0, -7) ?? ''])
    expect(await valueOf(id)).toBe('{"secretKey":"sk_test_1"}');
  await expect(valueOf('portal/other')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('a new value becomes the current one, and the old one the previous one', async () => {
  await client.send(new CreateSecretCommand({ Name: 'key', SecretString: 'one', Description: 'a key' }));
  const { VersionId } = await client.send(new PutSecretValueCommand({ SecretId: 'key', SecretString: 'two' }));
  await client.send(new PutSecretValueCommand({ SecretId: 'key', SecretString: 'three' }));
  expect([await valueOf('key'), await valueOf('key', 'AWSPREVIOUS')]).toEqual(['three', 'two']);
  const described = await client.send(new DescribeSecretCommand({ SecretId: 'key' }));
  expect(described).toMatchObject({ Description: 'a key', CreatedDate: new Date(clock.now()) });
  expect(Object.keys(described.VersionIdsToStages ?? {})).toHaveLength(2);
  expect(described.VersionIdsToStages?.[VersionId ?? '']).toEqual(['AWSPREVIOUS']);
  await expect(valueOf('key', 'AWSPENDING')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('a token repeated with the same value changes nothing; with another value it is refused', async () => {
  await client.send(new CreateSecretCommand({ Name: 'key' }));
  await expect(valueOf('key')).rejects.toMatchObject({
    name: 'ResourceNotFoundException',
    message: expect.stringContaining('AWSCURRENT') as unknown,
  });
  const put = (SecretString: string) =>
    client.send(new PutSecretValueCommand({ SecretId: 'key', SecretString, ClientRequestToken: 'a'.repeat(32) }));
  await put('one');
  expect(await put('one')).toMatchObject({ VersionStages: ['AWSCURRENT'] });
  await expect(put('two')).rejects.toMatchObject({ name: 'ResourceExistsException' });
});

test('a name that is in use is refused', async () => {
  await client.send(new CreateSecretCommand({ Name: 'key', SecretString: 'one' }));
  await expect(client.send(new CreateSecretCommand({ Name: 'key', SecretString: 'two' }))).rejects.toMatchObject({
    name: 'ResourceExistsException',
  });
  await expect(client.send(new CreateSecretCommand({ Name: 'no blanks' }))).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
});

test('a deleted secret cannot be read, can be restored, and is gone after its recovery window', async () => {
  await client.send(new CreateSecretCommand({ Name: 'key', SecretString: 'one' }));
  await client.send(new DeleteSecretCommand({ SecretId: 'key', RecoveryWindowInDays: 7 }));
  await expect(valueOf('key')).rejects.toMatchObject({ name: 'InvalidRequestException' });
  await expect(client.send(new CreateSecretCommand({ Name: 'key' }))).rejects.toMatchObject({
    name: 'InvalidRequestException',
  });
  await client.send(new RestoreSecretCommand({ SecretId: 'key' }));
  expect(await valueOf('key')).toBe('one');
  await client.send(new DeleteSecretCommand({ SecretId: 'key', RecoveryWindowInDays: 7 }));
  clock.advance(7 * 86_400_000);
  await expect(valueOf('key')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
  await client.send(new CreateSecretCommand({ Name: 'key', SecretString: 'new' }));
});

test('a random password has the requested length and kinds of characters', async () => {
  const { RandomPassword = '' } = await client.send(
    new GetRandomPasswordCommand({ PasswordLength: 20, ExcludePunctuation: true, ExcludeCharacters: 'O0l1' }),
  );
  expect(RandomPassword).toMatch(/^(?=.*[a-z])(?=.*[A-Z])(?=.*\d)[a-zA-Z0-9]{20}$/);
  expect(RandomPassword).not.toMatch(/[O0l1]/);
  await expect(client.send(new GetRandomPasswordCommand({ PasswordLength: 2 }))).rejects.toMatchObject({
    name: 'InvalidParameterException',
  });
});

test('secrets survive a restart; a reset removes them', async () => {
  await client.send(new CreateSecretCommand({ Name: 'key', SecretString: 'one' }));
  await stop();
  await start();
  expect(await valueOf('key')).toBe('one');
  await emulator.reset();
  await expect(valueOf('key')).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('an unsupported operation or parameter is refused by its name, an unsigned request too', async () => {
  await expect(client.send(new RotateSecretCommand({ SecretId: 'key' }))).rejects.toMatchObject({
    message: expect.stringContaining('RotateSecret') as unknown,
  });
  await expect(
    client.send(new CreateSecretCommand({ Name: 'key', AddReplicaRegions: [{ Region: 'us-east-1' }] })),
  ).rejects.toMatchObject({
    message: expect.stringContaining('AddReplicaRegions') as unknown,
  });
  const unsigned = await fetch(served.url, {
    method: 'POST',
    headers: { 'x-amz-target': 'secretsmanager.DescribeSecret' },
    body: '{}',
  });
  expect(await unsigned.json()).toMatchObject({ __type: 'MissingAuthenticationTokenException' });
});
