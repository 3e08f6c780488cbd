import { act, renderHook } from '@testing-library/react';
import type { ShopForm } from '#shared/model/shop-form';
import { callApi } from '../../../lib/api';
import { ApiFailure } from '../../../lib/api-failure';
import type { CardFieldsHandle } from '../card/card-fields';
import { useShopSubmit } from './use-submit';

jest.mock('../../../lib/api', () => ({ ...jest.requireActual('../../../lib/api'), callApi: jest.fn() }));
const call = callApi as unknown as jest.Mock;

const form = {
  creationMode: 'with-subscription',
  storeName: '青山店',
  revonizerQuantity: 2,
  promoCode: '',
  useSameAddress: true,
  cardholderName: 'TARO YAMADA',
} as ShopForm;
const card = (
  problems: { validate?: string; confirm?: (string | undefined)[] } = {},
): CardFieldsHandle & { confirm: jest.Mock } => ({
  validate: async () => problems.validate,
  confirm: jest.fn(async () => {
    const problem = problems.confirm?.shift();
    return problem === undefined ? { paymentMethodId: 'pm_1' } : { problem };
  }),
});
const submission = (fields: CardFieldsHandle | null, over: object = {}) => ({
  form: { ...form, ...over },
  email: 'owner@example.jp',
  acceptance: { termsVersion: '1', privacyVersion: '1' },
  card: fields,
});
const refused = (status: number, code: string, message: string) =>
  Object.assign(Object.create(ApiFailure.prototype) as ApiFailure, { status, code, message, details: {} });
const keysSent = () => call.mock.calls.map(([, , options]) => (options as { idempotencyKey: string }).idempotencyKey);

beforeEach(() =>
  call
    .mockReset()
    .mockResolvedValue({ clientSecret: 'seti_1_secret_2', customerId: 'cus_1', subscriptionId: 'sub_1', message: '' }),
);

test('opens the shop, saves the card, and is done', async () => {
  const { result } = renderHook(() => useShopSubmit());
  const fields = card();
  await act(() => result.current.submit(submission(fields)));
  expect(result.current.state).toEqual({ step: 'done' });
  expect(fields.confirm).toHaveBeenCalledWith('seti_1_secret_2', expect.objectContaining({ name: 'TARO YAMADA' }));
});

test('a wrong card stops before anything is opened', async () => {
  const { result } = renderHook(() => useShopSubmit());
  await act(() => result.current.submit(submission(card({ validate: 'カード番号が正しくありません' }))));
  expect(result.current.state).toEqual({ step: 'idle', problem: 'カード番号が正しくありません' });
  expect(call).not.toHaveBeenCalled();
});

test('a declined card leaves the shop open and asks for a card alone, with the same intent', async () => {
  const { result } = renderHook(() => useShopSubmit());
  const fields = card({ confirm: ['カードが拒否されました', undefined] });
  await act(() => result.current.submit(submission(fields)));
  expect(result.current.state).toMatchObject({
    step: 'card',
    clientSecret: 'seti_1_secret_2',
    problem: 'カードが拒否されました',
  });
  await act(() => result.current.retryCard(submission(fields)));
  expect(result.current.state).toEqual({ step: 'done' });
  expect(call).toHaveBeenCalledTimes(1);
});

test('a lost answer is retried with the same key, also with changed content: it may have opened the shop', async () => {
  call.mockRejectedValueOnce(new Error('network'));
  const { result } = renderHook(() => useShopSubmit());
  await act(() => result.current.submit(submission(card())));
  expect(result.current.state).toEqual({ step: 'idle', problem: '店舗を追加できませんでした' });
  await act(() => result.current.submit(submission(card(), { storeName: '銀座店' })));
  const [first, second] = keysSent();
  expect(second).toBe(first);
});

test('a refusal ends the try: the next has a key of its own', async () => {
  call.mockRejectedValueOnce(refused(400, 'PROMO_CODE_EXPIRED', 'このプロモーションコードは有効期限が切れています'));
  const { result } = renderHook(() => useShopSubmit());
  await act(() => result.current.submit(submission(card())));
  await act(() => result.current.submit(submission(card())));
  const [first, second] = keysSent();
  expect(second).not.toBe(first);
});

test('two presses at once are one submit', async () => {
  const { result } = renderHook(() => useShopSubmit());
  await act(
    async () =>
      void (await Promise.all([result.current.submit(submission(card())), result.current.submit(submission(card()))])),
  );
  expect(call).toHaveBeenCalledTimes(1);
});

test('a refusal is told in the server’s words, with the fields it names', async () => {
  call.mockRejectedValueOnce(
    Object.assign(refused(400, 'INVALID_INPUT', '入力内容をご確認ください。'), {
      fields: { 'storeData.dealerCode': '代理店コードは半角数字6桁で入力してください' },
    }),
  );
  const { result } = renderHook(() => useShopSubmit());
  await act(() => result.current.submit(submission(null, { creationMode: 'store-only' })));
  expect(result.current.state).toMatchObject({
    step: 'idle',
    problem: '入力内容をご確認ください。',
    fields: { 'storeData.dealerCode': expect.any(String) },
  });
});
