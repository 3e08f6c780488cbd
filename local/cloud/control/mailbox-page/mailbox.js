/**
 * The mailbox's page: asks for new messages every two seconds and draws what changed. Texts are set as text, never as
 * HTML.
 */
const refreshMs = 2000;
const signInNames = {
  owner: 'オーナー（店舗あり）',
  chain: '24店舗のチェーン',
  empty: '店舗なし',
  sms: 'SMSの2段階認証',
  totp: '認証アプリの2段階認証',
  admin: '管理者',
};
/** Stripe's published test cards (docs.stripe.com/testing). */
const cards = [
  ['支払い成功', '4242 4242 4242 4242'],
  ['3Dセキュア認証が必要', '4000 0025 0000 3155'],
  ['カード拒否', '4000 0000 0000 0002'],
  ['残高不足', '4000 0000 0000 9995'],
  ['登録後の請求で失敗', '4000 0000 0000 0341'],
];
const at = new Intl.DateTimeFormat('ja-JP', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'Asia/Tokyo' });

const find = (id) => document.querySelector(`#${id}`);

function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

let noticeTimer;
function notice(text) {
  find('notice').textContent = text;
  clearTimeout(noticeTimer);
  noticeTimer = setTimeout(() => (find('notice').textContent = ''), 2000);
}

async function copy(text) {
  await navigator.clipboard.writeText(text).then(
    () => notice(`コピーしました: ${text}`),
    () => notice('コピーできませんでした'),
  );
}

const copyButton = (label, text, className) =>
  element('button', { type: 'button', className, onclick: () => void copy(text) }, label);

function messageItem({ channel, to, subject, text, plain, code, link, sentAt }) {
  const actions = element('div', { className: 'actions' });
  if (code) actions.append(copyButton(code, code, 'code'));
  if (link)
    actions.append(
      element('a', { className: 'button', href: link, target: '_blank', rel: 'noopener' }, 'リンクを開く'),
    );
  const item = element(
    'li',
    {},
    element(
      'div',
      { className: 'meta' },
      element('span', { className: 'channel' }, channel === 'sms' ? 'SMS' : 'メール'),
      element('span', { className: 'to' }, to),
      element('time', { dateTime: sentAt }, at.format(new Date(sentAt))),
    ),
  );
  if (subject) item.append(element('p', { className: 'subject' }, subject));
  if (code || link) item.append(actions);
  item.append(element('details', {}, element('summary', {}, '本文'), element('pre', {}, text)));
  if (plain) item.append(element('details', {}, element('summary', {}, 'テキスト形式'), element('pre', {}, plain)));
  return item;
}

const itemsById = new Map();
let shown = '';

function showMessages(messages) {
  find('empty').hidden = messages.length > 0;
  const ids = messages.map(({ id }) => id).join();
  if (ids === shown) return;
  shown = ids;
  // Items already drawn stay as they are: an open text stays open.
  for (const message of messages) if (!itemsById.has(message.id)) itemsById.set(message.id, messageItem(message));
  find('messages').replaceChildren(...messages.map(({ id }) => itemsById.get(id)));
}

const read = async (path) => (await fetch(`/__local/${path}`)).json();

async function refresh() {
  const to = find('to').value.trim();
  const [messages, clock] = await Promise.all([
    read(`inbox${to ? `?to=${encodeURIComponent(to)}` : ''}`),
    read('clock'),
  ]);
  showMessages(messages);
  const days = Math.round(clock.offset / 86_400_000);
  find('clock').textContent = `${at.format(new Date(clock.now))}${days > 0 ? `（実際より${days}日先）` : ''}`;
}

const named = (name, text) => [element('span', { className: 'name' }, name), element('code', {}, text)];
const copied = (text) => [' ', copyButton('コピー', text, 'copy')];

async function showSignIns() {
  const { signIns } = await read('services');
  const items = signIns.map(({ as, email, password, totpSecret }) =>
    element(
      'li',
      {},
      ...named(signInNames[as] ?? as, email),
      element('br'),
      element('code', {}, password),
      ...copied(password),
      ...(totpSecret ? named('認証アプリの鍵', totpSecret) : []),
    ),
  );
  find('sign-ins').replaceChildren(...(items.length > 0 ? items : [element('li', {}, 'デモデータはありません。')]));
}

find('cards').replaceChildren(
  ...cards.map(([name, number]) => element('li', {}, ...named(name, number), ...copied(number.replaceAll(' ', '')))),
);
find('to').addEventListener('input', () => void refresh());

async function repeat() {
  await refresh().catch(() => notice('ポータルに接続できません'));
  setTimeout(() => void repeat(), refreshMs);
}
await showSignIns().catch(() => undefined);
await repeat();
