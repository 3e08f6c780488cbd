import { checkMessages, type MessageServices } from './check-messages';

const good: MessageServices = {
  mailIdentity: async (name) => (name === 'example.jp' ? { VerifiedForSendingStatus: true } : undefined),
  mailAccount: async () => ({ ProductionAccessEnabled: true, SendingEnabled: true }),
  smsSandbox: async () => ({ IsInSandbox: false }),
  smsLimit: async () => '50',
};
const states = async (
  services: Partial<MessageServices>,
  mailFrom: string | undefined = 'no-reply@example.jp',
): Promise<Record<string, string>> =>
  Object.fromEntries((await checkMessages({ ...good, ...services }, mailFrom)).map(({ what, state }) => [what, state]));

test('all settings are right: no finding is wrong', async () => {
  expect(await states({})).toEqual({ 'mail sender': 'ok', 'mail account': 'ok', SMS: 'ok', 'SMS limit': 'ok' });
});

test.each([
  ['no identity', { mailIdentity: async () => undefined }, 'mail sender'],
  ['an identity that waits', { mailIdentity: async () => ({ VerifiedForSendingStatus: false }) }, 'mail sender'],
  [
    'the sandbox of SES',
    { mailAccount: async () => ({ ProductionAccessEnabled: false, SendingEnabled: true }) },
    'mail account',
  ],
  [
    'suspended sending',
    { mailAccount: async () => ({ ProductionAccessEnabled: true, SendingEnabled: false }) },
    'mail account',
  ],
  ['the sandbox of SNS', { smsSandbox: async () => ({ IsInSandbox: true }) }, 'SMS'],
  ['the limit of a new account', { smsLimit: async () => undefined }, 'SMS limit'],
] satisfies [string, Partial<MessageServices>, string][])(
  '%s is wrong, and nothing else',
  async (_name, services, what) => {
    expect(await states(services)).toEqual({
      'mail sender': 'ok',
      'mail account': 'ok',
      SMS: 'ok',
      'SMS limit': 'ok',
      [what]: 'wrong',
    });
  },
);

test('one setting cannot be read: reported as unknown, and the others are checked', async () => {
  const refuse = async (): Promise<never> => {
    throw new Error('AccessDenied');
  };
  expect(await states({ mailAccount: refuse, smsSandbox: refuse })).toEqual({
    'mail sender': 'ok',
    'mail account': 'unknown',
    SMS: 'unknown',
  });
  expect(Object.values(await checkMessages(good, undefined).then((found) => found.map(({ state }) => state)))).toEqual([
    'unknown',
    'ok',
    'ok',
    'ok',
  ]);
});
