import {
  DeleteSuppressedDestinationCommand,
  ListEmailIdentitiesCommand,
  ListSuppressedDestinationsCommand,
  PutSuppressedDestinationCommand,
  SendEmailCommand,
  SESv2Client,
  type SendEmailCommandInput,
} from '@aws-sdk/client-sesv2';
import { type OutgoingMessage, serve, type Served } from '../../platform/index';
import { createSesEmulator } from './create-ses-emulator';

let sent: OutgoingMessage[];
let served: Served;
let client: SESv2Client;

beforeEach(async () => {
  sent = [];
  served = await serve(await createSesEmulator({ outbox: async (message) => void sent.push(message) }));
  client = new SESv2Client({ endpoint: served.url, maxAttempts: 1 });
});
afterEach(async () => {
  client.destroy();
  await served.close();
});

const mail = (change: Partial<SendEmailCommandInput> = {}) =>
  new SendEmailCommand({
    FromEmailAddress: 'Revonizer <no-reply@example.jp>',
    Destination: { ToAddresses: ['owner@example.jp'] },
    Content: {
      Simple: {
        Subject: { Data: 'お知らせ', Charset: 'UTF-8' },
        Body: { Html: { Data: '<p>一行目</p><p>二行目 &amp; 終わり</p>' } },
      },
    },
    ...change,
  });

test('a mail reaches the outbox with its text as a person reads it', async () => {
  const { MessageId } = await client.send(mail());
  expect(MessageId).toMatch(/^[0-9a-f-]{36}$/);
  expect(sent).toEqual([
    { channel: 'email', to: 'owner@example.jp', subject: 'お知らせ', text: '一行目\n二行目 & 終わり' },
  ]);
});

test('a mail in both forms: the outbox has the plain text beside the other', async () => {
  const Body = { Html: { Data: '<p>本文</p>' }, Text: { Data: '本文のみ' } };
  await client.send(mail({ Content: { Simple: { Subject: { Data: 'x' }, Body } } }));
  expect(sent).toMatchObject([{ text: '本文', plain: '本文のみ' }]);
});

test('a mail to several receivers reaches each of them once', async () => {
  await client.send(
    mail({
      Destination: { ToAddresses: ['one@example.jp', 'two@example.jp'] },
      Content: { Simple: { Subject: { Data: 'x' }, Body: { Text: { Data: '本文' } } } },
    }),
  );
  expect(sent.map(({ to, text }) => [to, text])).toEqual([
    ['one@example.jp', '本文'],
    ['two@example.jp', '本文'],
  ]);
});

test.each([
  ['no sender', { FromEmailAddress: '' }, 'BadRequestException', /FromEmailAddress/],
  ['no receiver', { Destination: { ToAddresses: [] } }, 'BadRequestException', /ToAddresses/],
  ['a receiver that is none', { Destination: { ToAddresses: ['nobody'] } }, 'BadRequestException', /ToAddresses/],
  [
    '51 receivers',
    { Destination: { ToAddresses: Array.from({ length: 51 }, (_, index) => `a${index}@example.jp`) } },
    'MessageRejected',
    /50/,
  ],
  [
    'a copy',
    { Destination: { ToAddresses: ['a@example.jp'], CcAddresses: ['b@example.jp'] } },
    'BadRequestException',
    /CcAddresses/,
  ],
  ['a template', { Content: { Template: { TemplateName: 'x' } } }, 'BadRequestException', /Template/],
  ['no body', { Content: { Simple: { Subject: { Data: 'x' }, Body: {} } } }, 'BadRequestException', /Body/],
])('refuses %s', async (_what, change, name, message) => {
  await expect(client.send(mail(change))).rejects.toMatchObject({
    name,
    message: expect.stringMatching(message) as unknown,
  });
  expect(sent).toEqual([]);
});

test('an unsupported operation or member is refused by its name, an unsigned request too', async () => {
  await expect(client.send(new ListEmailIdentitiesCommand({}))).rejects.toThrow(
    'POST /v2/email/list-identities is not supported',
  );
  expect((await fetch(`${served.url}/v2/email/outbound-emails`, { method: 'POST', body: '{}' })).status).toBe(403);
});

const suppressed = async () =>
  ((await client.send(new ListSuppressedDestinationsCommand({}))).SuppressedDestinationSummaries ?? []).map(
    ({ EmailAddress, Reason, LastUpdateTime }) => [EmailAddress, Reason, LastUpdateTime instanceof Date],
  );
const to = (address: string) => mail({ Destination: { ToAddresses: [address] } });

test('a mail that cannot be delivered: the address is suppressed; mails to it are taken and not sent', async () => {
  await client.send(to('gone@shop.invalid'));
  await client.send(new PutSuppressedDestinationCommand({ EmailAddress: 'Owner@example.jp', Reason: 'COMPLAINT' }));
  await client.send(to('owner@example.jp'));
  expect(sent).toEqual([]);
  expect(await suppressed()).toEqual([
    ['gone@shop.invalid', 'BOUNCE', true],
    ['owner@example.jp', 'COMPLAINT', true],
  ]);
  await client.send(new DeleteSuppressedDestinationCommand({ EmailAddress: 'owner@example.jp' }));
  await client.send(to('owner@example.jp'));
  expect(sent.map((one) => one.to)).toEqual(['owner@example.jp']);
});

test('suppressing: for a bounce or a complaint alone; nobody else leaves the list', async () => {
  await expect(
    client.send(new PutSuppressedDestinationCommand({ EmailAddress: 'a@example.jp', Reason: 'x' as 'BOUNCE' })),
  ).rejects.toMatchObject({ name: 'BadRequestException' });
  await expect(
    client.send(new DeleteSuppressedDestinationCommand({ EmailAddress: 'a@example.jp' })),
  ).rejects.toMatchObject({ name: 'NotFoundException' });
});
