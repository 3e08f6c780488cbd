import { checkMessages, type MessageServices } from './check-messages';

const subscriptionOf = (topic: string, SubscriptionArn = 'arn:aws:sns:ap-northeast-1:111122223333:x') => ({
  TopicArn: `arn:aws:sns:ap-northeast-1:111122223333:${topic}`,
  SubscriptionArn,
});
const good: MessageServices = {
  mailIdentity: async (name) => (name === 'example.jp' ? { VerifiedForSendingStatus: true } : undefined),
  mailAccount: async () => ({ ProductionAccessEnabled: true, SendingEnabled: true }),
  smsSandbox: async () => ({ IsInSandbox: false }),
  smsLimit: async () => '50',
  subscriptions: async () => ['staff', 'alarms'].map((topic) => subscriptionOf(`portal-example-${topic}`)),
};
const states = async (
  services: Partial<MessageServices>,
  mailFrom: string | undefined = 'no-reply@example.jp',
): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await checkMessages({ ...good, ...services }, { name: 'example', mailFrom })).map(({ what, state }) => [
      what,
      state,
    ]),
  );

const allRight = {
  'mail sender': 'ok',
  'mail account': 'ok',
  SMS: 'ok',
  'SMS limit': 'ok',
  'portal-example-staff': 'ok',
  'portal-example-alarms': 'ok',
};

test('all settings are right: no finding is wrong', async () => {
  expect(await states({})).toEqual(allRight);
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
  [
    'a topic without a subscription',
    { subscriptions: async () => [subscriptionOf('portal-example-alarms'), subscriptionOf('portal-other-staff')] },
    'portal-example-staff',
  ],
  [
    'a subscription that nobody confirmed',
    {
      subscriptions: async () => [
        subscriptionOf('portal-example-staff'),
        subscriptionOf('portal-example-alarms', 'PendingConfirmation'),
      ],
    },
    'portal-example-alarms',
  ],
] satisfies [string, Partial<MessageServices>, string][])(
  '%s is wrong, and nothing else',
  async (_name, services, what) => {
    expect(await states(services)).toEqual({
      ...allRight,
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
    'portal-example-staff': 'ok',
    'portal-example-alarms': 'ok',
  });
  expect(await checkMessages(good, { name: 'local', mailFrom: undefined })).toContainEqual(
    expect.objectContaining({ what: 'mail sender', state: 'unknown' }),
  );
});
