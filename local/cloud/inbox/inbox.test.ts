import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { StillClock } from '#emulators/platform';
import { temporaryFolder } from '../testing/write-assembly';
import { Inbox, messageParts, toE164 } from './inbox';

const clock = new StillClock(Date.parse('2026-11-21T03:04:05Z'));
const mail = (to: string, text: string) => ({ channel: 'email' as const, to, subject: '確認', text });

test('messages come newest first, with code, link and time of the local clock', async () => {
  const inbox = await Inbox.open(join(temporaryFolder(), 'inbox.journal'), clock);
  await inbox.receive(
    mail('a@example.jp', '認証コード\n012345\nリンク ( http://localhost:3000/verify-email?token=abc-123456 )'),
  );
  await inbox.receive(mail('a@example.jp', '変更しました'));
  await inbox.receive({ channel: 'sms', to: '+819012345678', subject: '', text: 'コードは 654321 です' });
  expect(inbox.find('A@EXAMPLE.jp ')).toMatchObject([
    { text: '変更しました', code: null, link: null },
    {
      channel: 'email',
      to: 'a@example.jp',
      subject: '確認',
      code: '012345',
      link: 'http://localhost:3000/verify-email?token=abc-123456',
      sentAt: '2026-11-21T03:04:05.000Z',
    },
  ]);
  expect(inbox.find()).toHaveLength(3);
  expect(new Set(inbox.find().map(({ id }) => id)).size).toBe(3);
  await inbox.close();
});

test.each(['09012345678', '090-1234-5678', '+819012345678', ' 819012345678', '+81 90 1234 5678', '+8109012345678'])(
  'a number written as "%s" is found',
  async (written) => {
    const inbox = await Inbox.open(join(temporaryFolder(), 'inbox.journal'), clock);
    await inbox.receive({ channel: 'sms', to: '+819012345678', subject: '', text: '1' });
    expect(inbox.find(written)).toHaveLength(1);
    expect(inbox.find('09012345679')).toHaveLength(0);
    await inbox.close();
  },
);

test('a killed process loses no message; a line cut off in the middle is dropped', async () => {
  const path = join(temporaryFolder(), 'inbox.journal');
  const first = await Inbox.open(path, clock);
  await first.receive(mail('a@example.jp', '一通目'));
  // Not closed yet: the process was killed.
  appendFileSync(path, '{"id":"x","to"');
  const second = await Inbox.open(path, clock);
  expect(second.find('a@example.jp').map(({ text }) => text)).toEqual(['一通目']);
  await second.clear();
  expect(second.find()).toEqual([]);
  await Promise.all([first.close(), second.close()]);
  const third = await Inbox.open(path, clock);
  expect(third.find()).toEqual([]);
  await third.close();
});

test('digits within a longer number, a phone number or an address are not read as a code', () => {
  expect(messageParts('番号 1234567 と 090-123456').code).toBeNull();
  expect(messageParts('http://localhost/x?code=123456').code).toBeNull();
  expect(messageParts('コード：123456。').code).toBe('123456');
});

test('a text that is not a phone number is not converted', () => {
  expect(toE164('abc')).toBeUndefined();
  expect(toE164('0312345678')).toBe('+81312345678');
});
