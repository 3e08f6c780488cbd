import { checkMessages, type MessageServices } from './check-messages';

const subscriptionOf = (place: string, SubscriptionArn = 'arn:aws:sns:ap-northeast-1:111122223333:x') => {
  const [, topic = '', region = ''] = /^(\S+) \((\S+)\)$/.exec(place) ?? [];
  return { TopicArn: `arn:aws:sns:${region}:111122223333:${topic}`, SubscriptionArn };
};
const topics = [
  'portal-example-staff (ap-northeast-1)',
  'portal-example-alarms-page (ap-northeast-1)',
  'portal-example-alarms-ticket (ap-northeast-1)',
  'portal-example-alarms-page (us-east-1)',
  'portal-example-alarms-ticket (us-east-1)',
];
const identity = {
  VerifiedForSendingStatus: true,
  DkimAttributes: { Status: 'SUCCESS' },
  MailFromAttributes: {
    MailFromDomain: 'mail.example.jp',
    MailFromDomainStatus: 'SUCCESS',
    BehaviorOnMxFailure: 'USE_DEFAULT_VALUE',
  },
} as const;
const records: Record<string, string> = {
  'mail.example.jp': 'v=spf1 include:amazonses.com ~all',
  '_dmarc.example.jp': 'v=DMARC1; p=none; rua=mailto:dmarc@example.jp',
};
const txtOf = (known: Record<string, string>) => async (name: string) => [known[name] ?? ''].filter(Boolean);
const good: MessageServices = {
  mailIdentity: async (name) => (name === 'example.jp' ? identity : undefined),
  txt: txtOf(records),
  mailAccount: async () => ({
    ProductionAccessEnabled: true,
    SendingEnabled: true,
    SuppressionAttributes: { SuppressedReasons: ['BOUNCE', 'COMPLAINT'] },
  }),
  smsSandbox: async () => ({ IsInSandbox: false }),
  smsLimit: async () => '50',
  subscriptions: async () => topics.map((topic) => subscriptionOf(topic)),
};
const states = async (
  services: Partial<MessageServices>,
  mailFrom: string | undefined = 'no-reply@example.jp',
): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await checkMessages({ ...good, ...services }, { name: 'example', region: 'ap-northeast-1', mailFrom })).map(
      ({ what, state }) => [what, state],
    ),
  );

const allRight = {
  'mail sender': 'ok',
  DKIM: 'ok',
  'MAIL FROM': 'ok',
  SPF: 'ok',
  DMARC: 'ok',
  'mail account': 'ok',
  'mails that come back': 'ok',
  SMS: 'ok',
  'SMS limit': 'ok',
  ...Object.fromEntries(topics.map((topic) => [topic, 'ok'])),
};

test('all settings are right: no finding is wrong', async () => {
  expect(await states({})).toEqual(allRight);
});

test.each([
  [
    'DKIM whose CNAMEs are missing',
    { mailIdentity: async () => ({ ...identity, DkimAttributes: { Status: 'PENDING' as const } }) },
    'DKIM',
  ],
  [
    'a MAIL FROM domain without its MX',
    {
      mailIdentity: async () => ({
        ...identity,
        MailFromAttributes: { ...identity.MailFromAttributes, MailFromDomainStatus: 'FAILED' as const },
      }),
    },
    'MAIL FROM',
  ],
  ['an SPF record of another sender', { txt: txtOf({ ...records, 'mail.example.jp': 'v=spf1 -all' }) }, 'SPF'],
  ['no DMARC', { txt: txtOf({ 'mail.example.jp': records['mail.example.jp']! }) }, 'DMARC'],
  [
    'the sandbox of SES',
    { mailAccount: async () => ({ ...(await good.mailAccount()), ProductionAccessEnabled: false }) },
    'mail account',
  ],
  [
    'no list of complaints',
    {
      mailAccount: async () => ({
        ProductionAccessEnabled: true,
        SendingEnabled: true,
        SuppressionAttributes: { SuppressedReasons: ['BOUNCE' as const] },
      }),
    },
    'mails that come back',
  ],
  [
    'suspended sending',
    { mailAccount: async () => ({ ...(await good.mailAccount()), SendingEnabled: false }) },
    'mail account',
  ],
  ['the sandbox of SNS', { smsSandbox: async () => ({ IsInSandbox: true }) }, 'SMS'],
  ['the limit of a new account', { smsLimit: async () => undefined }, 'SMS limit'],
  [
    'a topic without a subscription',
    {
      subscriptions: async () => [
        ...(await good.subscriptions()).filter(({ TopicArn }) => !TopicArn?.endsWith('staff')),
        subscriptionOf('portal-other-staff (ap-northeast-1)'),
      ],
    },
    'portal-example-staff (ap-northeast-1)',
  ],
  [
    'a topic of us-east-1, where the portal is looked at from outside, without a subscription',
    { subscriptions: async () => topics.slice(0, -1).map((topic) => subscriptionOf(topic)) },
    'portal-example-alarms-ticket (us-east-1)',
  ],
  [
    'a subscription that nobody confirmed',
    {
      subscriptions: async () =>
        topics.map((topic) =>
          topic === topics[1] ? subscriptionOf(topic, 'PendingConfirmation') : subscriptionOf(topic),
        ),
    },
    'portal-example-alarms-page (ap-northeast-1)',
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

test.each([
  ['no identity', { mailIdentity: async () => undefined }],
  ['an identity that waits', { mailIdentity: async () => ({ VerifiedForSendingStatus: false }) }],
] satisfies [string, Partial<MessageServices>][])(
  '%s is wrong, and its records are no question yet',
  async (_name, services) => {
    const { DKIM: _dkim, 'MAIL FROM': _from, SPF: _spf, DMARC: _dmarc, ...others } = allRight;
    expect(await states(services)).toEqual({ ...others, 'mail sender': 'wrong' });
  },
);

test('one setting cannot be read: reported as unknown, and the others are checked', async () => {
  const refuse = async (): Promise<never> => {
    throw new Error('AccessDenied');
  };
  const { 'SMS limit': _limit, 'mails that come back': _list, ...others } = allRight;
  expect(await states({ mailAccount: refuse, smsSandbox: refuse })).toEqual({
    ...others,
    'mail account': 'unknown',
    SMS: 'unknown',
  });
  expect(await checkMessages(good, { name: 'local', region: 'ap-northeast-1', mailFrom: undefined })).toContainEqual(
    expect.objectContaining({ what: 'mail sender', state: 'unknown' }),
  );
});
