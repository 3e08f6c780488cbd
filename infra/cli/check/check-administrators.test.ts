import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { serve } from '#emulators/platform';
import { checkAdministrators } from '../check';

/** What the service responds with, by operation; the emulator of the portal lists no groups. */
let responses: Record<string, (input: { Username?: string }) => object>;
let service: Awaited<ReturnType<typeof serve>>;
let client: CognitoIdentityProviderClient;
beforeAll(async () => {
  service = await serve({
    respond: async ({ headers, body }) => {
      const operation = String(headers['x-amz-target']).split('.')[1] ?? '';
      const response = responses[operation]?.(JSON.parse(String(body)) as object);
      return { status: response ? 200 : 400, headers: {}, body: JSON.stringify(response ?? {}) };
    },
  });
  client = new CognitoIdentityProviderClient({
    region: 'ap-northeast-1',
    endpoint: service.url,
    credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
  });
});
afterAll(async () => {
  client.destroy();
  await service.close();
});

const user = (name: string, Enabled = true) => ({
  Username: name,
  Enabled,
  Attributes: [{ Name: 'email', Value: `${name}@example.jp` }],
});

test('each enabled administrator without a second step is named', async () => {
  responses = {
    ListUsersInGroup: () => ({ Users: [user('safe'), user('open'), user('gone', false)] }),
    AdminGetUser: ({ Username }) => ({ Username, ...(Username === 'safe' && { UserMFASettingList: ['SMS_MFA'] }) }),
  };
  const found = await checkAdministrators(client, 'pool');
  expect(found.map(({ state, say }) => [state, say.split(':')[0]])).toEqual([
    ['ok', 'safe@example.jp has a second step'],
    ['wrong', 'open@example.jp has no second step'],
  ]);
});

test('a stage without an administrator: said too', async () => {
  responses = { ListUsersInGroup: () => ({ Users: [] }) };
  expect(await checkAdministrators(client, 'pool')).toMatchObject([{ state: 'wrong' }]);
});
