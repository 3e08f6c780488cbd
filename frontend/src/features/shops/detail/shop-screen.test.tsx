import { screen, waitFor, within } from '@testing-library/react';
import { listShops, updateShop } from '#shared/contract/billing';
import type { ShopRecord } from '#shared/model/customer';
import { renderScreens } from '../../../../testing/render-app';
import { type FakeServer, refuses } from '../../../../testing/server';
import { shopServer } from '../../../../testing/shop-server';
import { aPayment, aShop, aSubscription } from '../../../../testing/shops';
import { shopName } from '../../../lib/format';
import { ShopScreen } from './shop-screen';

let server: FakeServer;
beforeEach(() => {
  server = shopServer();
});
afterEach(() => jest.restoreAllMocks());

function show(...shops: ShopRecord[]) {
  if (shops.length > 0) server.on(listShops, shops);
  return renderScreens({ '/store/:id': <ShopScreen /> }, { at: '/store/cus_1' });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const address = { postal_code: '1600022', state: '東京都', city: '新宿区', line1: '新宿1-1', line2: '2階' };

test('a shop: its data and a link to its payments', async () => {
  show(
    aShop({
      customer: {
        metadata: { サロン名: 'サロンみなと', 代理店名: '東日本代理店' },
        shipping: { name: '受付', phone: '09012345678', address },
      },
    }),
  );
  const info = await region('店舗情報');
  expect(document.title).toBe('店舗詳細 | Revonizer');
  const shown = Object.fromEntries(
    info.getAllByRole('term').map((term) => [term.textContent, term.nextSibling?.textContent]),
  );
  expect(shown).toEqual({
    店舗名: 'サロンみなと',
    代理店名: '東日本代理店',
    メールアドレス: 'hanako@example.jp',
    電話番号: '03-1234-5678',
    登録日: '2025年10月9日',
    請求先住所: '〒107-0062東京都港区南青山1-2-3',
    お届け先: '受付〒160-0022東京都新宿区新宿1-12階090-1234-5678',
  });
  expect(screen.getByRole('link', { name: '購入履歴' })).toHaveAttribute('href', '/payment-history/cus_1');
});

test('devices go to where the shop is billed: its name, address and phone number stand there once', async () => {
  const shop = aShop();
  const { address: billed, phone } = shop.customer;
  if (!billed) throw new Error('The shop has no address');
  show(aShop({ customer: { shipping: { name: shopName(shop.customer), phone, address: billed } } }));
  const info = await region('店舗情報');
  expect(info.getByText('お届け先').nextSibling).toHaveTextContent(/^請求先住所と同じ$/);
});

test('missing data is shown as unset', async () => {
  show(aShop({ customer: { email: null, phone: null, address: null } }));
  expect((await region('店舗情報')).getAllByText('未設定')).toHaveLength(5);
});

describe('the subscriptions at a glance', () => {
  test('an active subscription: no problem is shown', async () => {
    show(aShop({ subscriptions: [aSubscription({}, 3), aSubscription({ id: 'sub_old', status: 'canceled' })] }));
    const summary = await region('契約の状況');
    expect(summary.getByText('契約中')).toBeVisible();
    expect(summary.queryByRole('note')).not.toBeInTheDocument();
    expect(summary.getAllByRole('listitem')).toHaveLength(1);
    expect(summary.getByRole('link', { name: 'Revonizer' })).toHaveAttribute('href', '/subscription/sub_1');
    expect(summary.getByText('3台')).toBeVisible();
    expect(summary.getByText('月額').nextSibling).toHaveTextContent('27,500円');
    // The next invoice has its day.
    expect(summary.queryByText('2026年12月10日')).not.toBeInTheDocument();
  });

  test.each([
    [
      'tomorrow',
      1,
      /^無料トライアルは明日で終わります.*月額料金のお支払いが始まります。お手続きは不要です。.*自動更新をオフに/,
    ],
    ['in two days', 2, undefined],
  ])('a trial that ends %s', async (_when, days, words) => {
    const trial_end = Math.floor(Date.now() / 1000) + days * 86_400;
    show(aShop({ subscriptions: [aSubscription({ status: 'trialing', trial_end })] }));
    const summary = await region('契約の状況');
    expect(summary.getByText('無料トライアル中')).toBeVisible();
    expect(summary.queryAllByRole('note')).toHaveLength(words ? 1 : 0);
    if (words) expect(summary.getByRole('note')).toHaveTextContent(words);
    expect(summary.queryAllByText('トライアル終了')).toHaveLength(words === undefined ? 1 : 0);
  });

  test('an open payment: a link to the subscription', async () => {
    const payment_history = [aPayment({ status: 'failed', amount: 36_300 })];
    show(aShop({ subscriptions: [aSubscription({ status: 'past_due' })], payment_history }));
    const alert = within(await screen.findByRole('note'));
    expect(alert.getByText('36,300円のお支払いが確認できていません')).toBeVisible();
    // A new order would be refused.
    expect(screen.queryByRole('button', { name: '新しいサブスクリプション' })).not.toBeInTheDocument();
    expect(alert.getByRole('link', { name: 'お支払いへ進む' })).toHaveAttribute('href', '/subscription/sub_1');
    expect(screen.queryByText('契約中')).not.toBeInTheDocument();
  });

  test('a subscription that ends: flagged', async () => {
    show(aShop({ subscriptions: [aSubscription({ cancel_at_period_end: true })] }));
    expect(await screen.findByText('次回更新日で終了')).toBeVisible();
    expect(screen.getByText('契約終了日').nextSibling).toHaveTextContent('2026年12月10日');
    expect(screen.getByText('終了後の返却期限').nextSibling).toHaveTextContent('2026年12月24日');
    expect(screen.queryByRole('button', { name: '台数を追加' })).not.toBeInTheDocument();
  });

  test('no subscription: the wizard starts here', async () => {
    const { user } = show(aShop());
    expect(await screen.findByText('契約中のサービスはありません')).toBeVisible();
    await user.click(screen.getByRole('button', { name: '新しいサブスクリプション' }));
    expect(await screen.findByRole('dialog')).toBeVisible();
  });
});

test('a device more: the quantity dialog opens with one more, and closes without a question', async () => {
  const { user } = show(aShop({ subscriptions: [aSubscription({}, 3)] }));
  await user.click(await screen.findByRole('button', { name: '台数を追加' }));
  const dialog = within(await screen.findByRole('dialog', { name: '数量の変更' }));
  expect(dialog.getByRole('spinbutton', { name: '契約台数' })).toHaveValue('4');
  expect(dialog.getByText('＋1台')).toBeVisible();
  expect(dialog.getByRole('button', { name: '確認へ進む' })).toBeEnabled();
  // A shop that rents already has one way to more devices: a new subscription would lead to its quantities (spec 4).
  expect(screen.queryByRole('button', { name: '新しいサブスクリプション', hidden: true })).not.toBeInTheDocument();
  expect(dialog.queryByText(/すでにご契約中です/)).not.toBeInTheDocument();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test.each(['scheduled', 'invoiced'] as const)('a subscription that is %s: no device more here', async (arrangement) => {
  show(aShop({ subscriptions: [aSubscription({ arrangement })] }));
  expect(await screen.findByRole('button', { name: '新しいサブスクリプション' })).toBeVisible();
  expect(screen.queryByRole('button', { name: '台数を追加' })).not.toBeInTheDocument();
});

describe('editing', () => {
  const edit = async (shop = aShop()) => {
    const view = show(shop);
    await view.user.click(await screen.findByRole('button', { name: '編集' }));
    return { ...view, dialog: within(await screen.findByRole('dialog', { name: '店舗情報の編集' })) };
  };
  const save = '保存する';

  test('saving sends every text with country JP and shows the returned shop', async () => {
    const changed = aShop({ customer: { metadata: { サロン名: 'サロン青山' }, phone: '0399999999' } });
    server.on(updateShop, { shop: changed });
    const { user, dialog } = await edit();
    const name = dialog.getByLabelText('店舗名（サロン名）');
    await user.clear(name);
    await user.type(name, 'サロン青山');
    await user.clear(dialog.getByLabelText('電話番号'));
    await user.type(dialog.getByLabelText('電話番号'), '0399999999');
    await user.dblClick(dialog.getByRole('button', { name: save }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(server.askedOf(updateShop)).toHaveLength(1);
    // A shop without a shipping address stays without one if nothing was typed.
    expect(server.askedOf(updateShop)[0]?.body).toEqual({
      address: {
        postal_code: '1070062',
        state: '東京都',
        city: '',
        line1: '港区南青山1-2-3',
        line2: '',
        country: 'JP',
      },
      phone: '0399999999',
      metadata: { サロン名: 'サロン青山' },
    });
    expect((await region('店舗情報')).getByText('サロン青山')).toBeVisible();
    expect(await screen.findByText('店舗情報を更新しました')).toBeVisible();
    expect(server.askedOf(listShops)).toHaveLength(1);
  });

  test('a shipping address is sent too, with any text', async () => {
    server.on(updateShop, { shop: aShop() });
    const { user, dialog } = await edit(aShop({ customer: { shipping: { name: '受付', phone: null, address } } }));
    await user.clear(dialog.getByLabelText('お届け先のお名前'));
    await user.type(dialog.getByLabelText('お届け先の電話番号'), '内線 12');
    await user.click(dialog.getByRole('button', { name: save }));
    await waitFor(() => expect(server.askedOf(updateShop)).toHaveLength(1));
    expect(server.askedOf(updateShop)[0]?.body).toMatchObject({
      shipping: { name: '', phone: '内線 12', address: { ...address, country: 'JP' } },
    });
  });

  test.each([
    [
      'words of the server',
      refuses('PAYMENTS_UNAVAILABLE'),
      '決済サービスに接続できません。しばらくしてから、もう一度お試しください。',
    ],
    ['no response', 'unreachable' as const, '通信エラーが発生しました。接続を確認して、もう一度お試しください。'],
  ])('%s: a message, and all input is kept', async (_what, response, words) => {
    server.reply(updateShop, response);
    const { user, dialog } = await edit();
    await user.type(dialog.getByLabelText('店舗名（サロン名）'), '別館');
    await user.click(dialog.getByRole('button', { name: save }));
    expect(await screen.findByText('店舗情報の更新中にエラーが発生しました')).toBeVisible();
    expect(screen.getByText(words)).toBeVisible();
    expect(dialog.getByLabelText('店舗名（サロン名）')).toHaveValue('サロンみなと別館');
    // The toast is outside the dialog, but pressing it does not close the dialog.
    await user.click(within(screen.getByText(words).closest('li')!).getByRole('button', { name: '閉じる' }));
    expect(dialog.getByRole('button', { name: save })).toBeVisible();
  });

  test('too long for the form or the server: a text under the field', async () => {
    server.refuse(updateShop, 'INVALID_INPUT', { fields: { 'address.line1': '500文字以内で入力してください' } });
    const { user, dialog } = await edit();
    const name = dialog.getByLabelText('店舗名（サロン名）');
    await user.clear(name);
    await user.click(name);
    await user.paste('あ'.repeat(501));
    await user.click(dialog.getByRole('button', { name: save }));
    await waitFor(() => expect(name).toHaveAccessibleDescription('500文字以内で入力してください'));
    expect(server.askedOf(updateShop)).toHaveLength(0);
    await user.clear(name);
    await user.click(dialog.getByRole('button', { name: save }));
    await waitFor(() =>
      expect(dialog.getAllByLabelText('市区町村・番地')[0]).toHaveAccessibleDescription(
        expect.stringContaining('500文字以内で入力してください'),
      ),
    );
    expect(dialog.getAllByLabelText('市区町村・番地')[0]).toHaveFocus();
  });
});

test('the shop of another user: shown as not found', async () => {
  show(aShop({ customer: { id: 'cus_other' } }));
  expect(await screen.findByRole('alert')).toHaveTextContent('指定された店舗が見つかりません');
});

test('the read fails: an error with a retry', async () => {
  server.refuse(listShops, 'PAYMENTS_UNAVAILABLE');
  const { user } = show();
  expect(screen.getByText('読み込み中')).toBeInTheDocument();
  expect(await screen.findByRole('alert')).toHaveTextContent('店舗情報の取得に失敗しました');
  server.on(listShops, [aShop()]);
  await user.click(screen.getByRole('button', { name: 'もう一度試す' }));
  expect(await screen.findByText('サロンみなと')).toBeVisible();
});
