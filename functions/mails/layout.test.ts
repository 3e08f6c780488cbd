import { escapeHtml, layOut } from './layout';
import { registrationMail } from './mails';

const url = 'https://portal.example.jp/subscription/sub_1?a=1&b=2';

// ASVS 1.2.1
test('a mail says the same in plain text: lines for breaks, the link written out, typed signs as they are', () => {
  const { text } = layOut({
    subject: 'お知らせ',
    paragraphs: [
      'お支払いのお願いです。',
      `店舗: ${escapeHtml('<b>A&B</b> "青山"')}<br>未払いの金額: <strong>9,900円</strong>`,
    ],
    code: '123456',
    link: { label: 'お支払い状況を確認する', url },
    validity: '行き違いの際はご容赦ください。',
    notYou: `<a href="${url}">設定</a>で停止できます。<br><a href="${url}"><b>${url}</b></a>`,
  });
  expect(text).toBe(
    [
      'レボナイザー（Revonizer）',
      'お支払いのお願いです。',
      '店舗: <b>A&B</b> "青山"\n未払いの金額: 9,900円',
      '認証コード',
      '123456',
      `お支払い状況を確認する\n${url}`,
      '行き違いの際はご容赦ください。',
      '--------',
      `設定 ( ${url} )で停止できます。\n${url}`,
      'このメールは送信専用です。ご返信いただいてもお答えできません。',
    ].join('\n\n'),
  );
});

test('a mail without code and link has none in its text', () => {
  const { html, text } = registrationMail('654321', url);
  expect(html).toContain('654321');
  expect(text.split(url)).toHaveLength(2);
  expect(layOut({ subject: 'a', paragraphs: ['b'], validity: 'c', notYou: 'd' }).text).not.toMatch(/認証コード|http/);
});
