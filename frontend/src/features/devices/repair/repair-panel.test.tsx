import { screen, within } from '@testing-library/react';
import { listDevices, listShopDevices } from '#shared/contract/device';
import { listRepairs, listWorkRecords, requestRepair } from '#shared/contract/repair';
import { repairIssues } from '#shared/model/record-system';
import { enabled } from '../../../../testing/enabled';
import { repair, request, sold } from '../../../../testing/devices';
import { renderApp } from '../../../../testing/render-app';
import { FakeServer, responds, refuses } from '../../../../testing/server';
import { DeviceDialog } from '../dialog/device-dialog';

let server: FakeServer;
const onClose = jest.fn();
beforeEach(() => {
  onClose.mockReset();
  server = new FakeServer().install().on(listRepairs, []).on(listShopDevices, []).on(listDevices, []);
});

const show = (of = sold('RV-2')) => renderApp(<DeviceDialog device={of} customerId="cus_1" onClose={onClose} />);
const button = (name: string) => screen.getByRole('button', { name });
const openHistory = async (user: ReturnType<typeof show>['user']) =>
  user.click(await screen.findByRole('tab', { name: '修理履歴' }));

async function toConfirmation() {
  const { user } = show();
  await user.click(await screen.findByRole('checkbox', { name: 'その他の不具合' }));
  await user.click(button('次へ'));
  return user;
}

describe('request', () => {
  test('a repair request: device, faults, confirmation, receipt', async () => {
    server.on(requestRepair, { message: '', request: request({ kind: 'repair' }) });
    const { user } = show();
    await user.click(await screen.findByRole('button', { name: '戻る' }));
    expect(screen.getByRole('heading', { name: 'このデバイスの修理を申し込みますか？' })).toHaveFocus();
    await user.click(button('次へ'));
    expect(screen.getByRole('group')).toHaveAccessibleName(
      screen.getByRole('heading', { level: 3 }).textContent ?? undefined,
    );
    expect(screen.getByRole('group')).toHaveAccessibleDescription('複数選択できます');
    expect(screen.getAllByRole('checkbox').map((box) => (box as HTMLInputElement).labels?.[0]?.textContent)).toEqual([
      ...repairIssues,
    ]);
    await user.click(button('次へ'));
    expect(screen.getByRole('alert')).toHaveTextContent(
      '修理内容を選択してください少なくとも1つの不具合を選択してください。',
    );
    expect(screen.getAllByRole('checkbox')[0]).toHaveFocus();
    await user.click(screen.getByRole('checkbox', { name: 'その他の不具合' }));
    await user.type(screen.getByLabelText('補足（任意）'), ' ふたが閉まらない ');
    await user.click(button('次へ'));
    expect(screen.getByText(/2営業日以内に、担当者からご連絡します。/)).toBeVisible();
    await user.click(await enabled('修理を申し込む'));
    expect(await screen.findByRole('heading', { name: '修理申請を受け付けました' })).toHaveFocus();
    expect(screen.getByText('担当者から連絡いたします。')).toBeVisible();
    expect(screen.getByText(/2営業日以内の予定です/)).toBeVisible();
    expect(screen.getAllByText('RQ-0007')).not.toHaveLength(0);
    expect(server.askedOf(requestRepair)[0]?.body).toEqual({
      serialNumber: 'RV-2',
      issues: ['その他の不具合'],
      additionalInfo: 'ふたが閉まらない',
      deviceType: 'purchased',
    });
  });

  test.each([
    ['unreachable' as const, '申請の送信に失敗しました。再度お試しください。'],
    [{ status: 502, body: '' }, '申請の送信に失敗しました。再度お試しください。'],
    [refuses('SERVICE_UNAVAILABLE'), 'ただいまサービスを利用できません。しばらくしてから、もう一度お試しください。'],
  ])('the request fails (%j): a message, and all input is kept', async (response, text) => {
    server.reply(requestRepair, response);
    const user = await toConfirmation();
    await user.click(await enabled('修理を申し込む'));
    expect(await screen.findByText('修理申請エラー')).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByText('その他の不具合')).toBeVisible();
  });

  test('the receipt stays, although the history has its repair by then', async () => {
    server.on(requestRepair, { message: '', request: request({ kind: 'repair' }) });
    const user = await toConfirmation();
    server.on(listRepairs, [repair('1', { 修理完了フラグ: '' })]);
    await user.click(await enabled('修理を申し込む'));
    await openHistory(user);
    expect(await screen.findAllByText('処理中')).not.toHaveLength(0);
    await user.click(screen.getByRole('tab', { name: '修理申請' }));
    expect(screen.getByRole('heading', { name: '修理申請を受け付けました' })).toBeVisible();
  });

  test('a repair began elsewhere: it is shown instead of the form', async () => {
    server.refuse(requestRepair, 'REPAIR_IN_PROGRESS');
    const user = await toConfirmation();
    server.on(listRepairs, [repair('1', { 修理完了フラグ: '' })]);
    await user.click(await enabled('修理を申し込む'));
    expect(await screen.findByText('修理を進めています')).toBeVisible();
    expect(screen.getByText('処理中')).toBeVisible();
  });

  test.each([[''], ['0'], [null]])('a repair whose flag is %j blocks another', async (flag) => {
    server.on(listRepairs, [repair('2', { 修理完了フラグ: flag, 修理項目: '表示がおかしい' }), repair('1')]);
    show();
    expect(await screen.findByText('修理を進めています')).toBeVisible();
    expect(screen.getByText('処理中')).toBeVisible();
    expect(screen.getByText('表示がおかしい')).toBeVisible();
    expect(screen.queryByRole('button', { name: '次へ' })).not.toBeInTheDocument();
  });

  const locked = {
    isActionLocked: true,
    lockUntil: '2026-12-05T01:30:00Z',
    lastActionType: 'repair',
    request: request({ kind: 'repair' }),
  } as const;

  test.each([
    ['without a request of the portal', {}],
    ['whose request still locks its device', locked],
  ])('a repair %s: the contact stands there once', async (_case, changes) => {
    server.on(listRepairs, [repair('2', { 修理完了フラグ: '' })]);
    show(sold('RV-2', changes));
    expect(await screen.findByText('修理を進めています')).toBeVisible();
    expect(await screen.findAllByText(/03-1111-2222/)).toHaveLength(1);
  });

  test('a locked device: the unlock date and the state of its request', async () => {
    show(sold('RV-2', locked));
    expect(await screen.findByText('現在、修理のお手続き中です')).toBeVisible();
    expect(screen.getByText('2026年12月5日')).toBeVisible();
    expect(screen.getByRole('region', { name: '修理のお申し込みの状況' })).toBeVisible();
  });

  test('a returned device: no repair is offered', async () => {
    show(sold('RV-2', { status: '返却' }));
    expect(await screen.findByText('返却済みのため、修理のお申し込みはできません。')).toBeVisible();
    expect(screen.queryByRole('button', { name: '次へ' })).not.toBeInTheDocument();
  });

  test('the repairs cannot be read: said, and a request is possible; an open repair takes its place', async () => {
    server.refuse(listRepairs, 'SERVICE_UNAVAILABLE');
    const { user } = show();
    expect(await screen.findByText('修理中のデバイスは、新しい修理を申し込めません。')).toBeVisible();
    expect(button('次へ')).toBeVisible();
    server.on(listRepairs, [repair('1', { 修理完了フラグ: '' })]);
    await user.click(button('もう一度試す'));
    expect(await screen.findByText('修理を進めています')).toBeVisible();
    expect(screen.queryByRole('button', { name: '次へ' })).not.toBeInTheDocument();
  });

  test('switching to the history and back keeps the started request', async () => {
    const user = await toConfirmation();
    await openHistory(user);
    await user.click(screen.getByRole('tab', { name: '修理申請' }));
    expect(button('修理を申し込む')).toBeVisible();
  });
});

describe('history', () => {
  test("each repair shows day, item, state, price and warranty, in the server's order", async () => {
    server.on(listRepairs, [
      repair('3', {
        日時: '2026-11-18T01:30:00Z',
        修理完了フラグ: '',
        確定修理金額: null,
        修理項目: '表示がおかしい',
      }),
      repair('2'),
      repair('1', { 確定修理金額: '0', 保証対象: 'はい', 修理項目: null, 日時: null }),
    ]);
    const { user } = show();
    await openHistory(user);
    const rows = within(await screen.findByRole('list', { name: '修理履歴' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      '2026年11月18日処理中表示がおかしいの作業履歴を見る修理金額：確認中',
      '2026年9月2日完了異音がするの作業履歴を見る修理金額：12,800円',
      '—完了保証対象修理の作業履歴を見る修理金額：0円',
    ]);
  });

  test('no repairs, and a failure with a retry', async () => {
    const { user, unmount } = show();
    await openHistory(user);
    expect(await screen.findByText('修理履歴がありません')).toBeVisible();
    unmount();
    server.refuse(listRepairs, 'SERVICE_UNAVAILABLE');
    const { user: other } = show();
    await openHistory(other);
    expect(await screen.findByText('修理履歴の取得に失敗しました')).toBeVisible();
    server.on(listRepairs, [repair('1')]);
    await other.click(button('もう一度試す'));
    expect(await screen.findByRole('list', { name: '修理履歴' })).toBeVisible();
  });

  test('a repair opens its work records, with a way back', async () => {
    const step = (id: string, 日時: string, item: string) => ({
      $id: { value: id },
      日時: { value: 日時 },
      ドロップダウン: { value: item },
    });
    server
      .on(listRepairs, [repair('7')])
      .on(listWorkRecords, [step('1', '2026-09-02T01:30:00Z', '受付'), step('2', '2026-09-04T01:30:00Z', '点検')]);
    const { user } = show();
    await openHistory(user);
    await user.click(await screen.findByRole('button', { name: /異音がする/ }));
    const work = screen.getByRole('region', { name: '作業履歴' });
    expect(await within(work).findByText('受付')).toBeVisible();
    expect(
      within(work)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['受付2026年9月2日 10:30', '点検2026年9月4日 10:30']);
    expect(server.askedOf(listWorkRecords)[0]?.url.pathname).toBe('/api/repair-history/7/work-records');
    await user.click(within(work).getByRole('button', { name: '修理履歴へ戻る' }));
    expect(screen.getByRole('list', { name: '修理履歴' })).toBeVisible();
  });

  test.each([
    ['nothing done yet', responds(listWorkRecords, []), '作業履歴がありません'],
    ['not to be read', refuses('SERVICE_UNAVAILABLE'), '作業履歴の取得に失敗しました'],
  ])('%s', async (_case, response, text) => {
    server.on(listRepairs, [repair('7')]).reply(listWorkRecords, response);
    const { user } = show();
    await openHistory(user);
    await user.click(await screen.findByRole('button', { name: /異音がする/ }));
    expect(await screen.findByText(text)).toBeVisible();
  });
});
