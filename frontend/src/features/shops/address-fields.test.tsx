import { screen, waitFor, within } from '@testing-library/react';
import { getConfig } from '#shared/contract/platform';
import { renderApp } from '../../../testing/render-app';
import { responds, type FakeServer } from '../../../testing/server';
import { stageConfig } from '../../../testing/stage-config';
import { shopServer } from '../../../testing/shop-server';
import { aShop } from '../../../testing/shops';
import { EditDialog } from './detail/edit-dialog';

let server: FakeServer;
beforeEach(() => {
  server = shopServer();
});
afterEach(() => jest.restoreAllMocks());

const edit = async () => {
  const { customer } = aShop();
  const address = { ...customer.address!, city: '港区' };
  const shop = { ...customer, address, shipping: { name: null, phone: null, address: { ...address, line1: null } } };
  const { user } = renderApp(<EditDialog customer={shop} onClose={() => {}} />, { at: '/store/cus_1' });
  return { user, dialog: within(await screen.findByRole('dialog')) };
};

const umeda = { address1: '大阪府', address2: '大阪市北区', address3: '梅田' };
const border = [
  { address1: '愛知県', address2: '弥富市', address3: '' },
  { address1: '三重県', address2: '桑名郡木曽岬町', address3: '' },
];
/** The public lookup: it knows one address for the code 530…, two for 498…, and none else; 999… fails. */
const postalService = () => {
  const portal = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    if (!(input instanceof URL) || input.hostname !== 'postal.test') return portal(input, init);
    const code = input.searchParams.get('zipcode') ?? '';
    if (code.startsWith('999')) return new Response('', { status: 503 });
    return Response.json({ results: code.startsWith('530') ? [umeda] : code.startsWith('498') ? border : null });
  };
};
const lookedUp = async () => {
  const shown = await edit();
  postalService();
  const [code] = shown.dialog.getAllByLabelText('郵便番号');
  const type = async (digits: string) => {
    await shown.user.clear(code!);
    await shown.user.type(code!, digits);
  };
  const address = () =>
    ['都道府県', '市区町村', '町名・番地'].map(
      (label) => shown.dialog.getAllByLabelText<HTMLInputElement>(label)[0]!.value,
    );
  return { ...shown, type, address };
};

test('a postal code with two places: the first is filled in, and the other can be chosen', async () => {
  const { user, dialog, type, address } = await lookedUp();
  await type('4980000');
  expect(await dialog.findByText('住所を自動入力しました。')).toBeVisible();
  expect(address()).toEqual(['愛知県', '弥富市', '']);
  const places = dialog.getByLabelText('住所の候補');
  expect(places).toHaveDisplayValue('愛知県弥富市');
  const town = dialog.getAllByLabelText('町名・番地')[0]!;
  expect(town).toHaveAccessibleDescription('この郵便番号では町名が分かりません。町名・番地を入力してください。');
  await user.selectOptions(places, '三重県桑名郡木曽岬町');
  expect(address()).toEqual(['三重県', '桑名郡木曽岬町', '']);
  expect(places).toHaveDisplayValue('三重県桑名郡木曽岬町');
  await user.type(town, '神戸1-2-3');
  expect(town).toHaveAccessibleDescription(/^番地まで/);
  await user.clear(town);
  await type('5300001');
  await waitFor(() => expect(address()).toEqual(['大阪府', '大阪市北区', '梅田']));
  expect(town).toHaveAccessibleDescription(/^番地まで/);
  expect(dialog.queryByLabelText('住所の候補')).not.toBeInTheDocument();
});

test("a large office's code follows: what the lookup filled in goes, typed text stays, the text says why", async () => {
  const { user, dialog, type, address } = await lookedUp();
  await type('5300001');
  await waitFor(() => expect(address()).toEqual(['大阪府', '大阪市北区', '梅田']));
  await user.type(dialog.getAllByLabelText('町名・番地')[0]!, '1-2-3');
  await type('1008994');
  const doubt = await dialog.findByText('郵便番号が見つかりません。正しい7桁の郵便番号を入力してください。');
  expect(doubt.closest('[data-doubt]')).not.toBeNull();
  const advice = dialog.getByText('会社専用の番号の場合は、このまま住所を入力してください。');
  expect(advice.closest('[data-doubt]')).toBeNull();
  expect(address()).toEqual(['', '', '1-2-3']);
});

test.each(['1000000', '9990000'])(
  'the code %s is unknown, or the lookup is down: the address goes too',
  async (code) => {
    const { dialog, type, address } = await lookedUp();
    await type('5300001');
    await waitFor(() => expect(address()).toEqual(['大阪府', '大阪市北区', '梅田']));
    await type(code);
    await waitFor(() => expect(address()).toEqual(['', '', '']));
    expect(dialog.queryByText(/会社専用/)).not.toBeInTheDocument();
  },
);

test('a name, an address or a building longer than a label: said under the field, for parcels only', async () => {
  const { user, dialog } = await edit();
  const [, line1] = dialog.getAllByLabelText('町名・番地');
  const [billing, line2] = dialog.getAllByLabelText('建物名・部屋番号');
  const hint =
    /^(都道府県から番地まで、)?全角\d+文字です。(16|32)文字を超える分は、送り状に印字されないことがあります。$/;
  await user.click(dialog.getByLabelText('お届け先のお名前'));
  await user.paste('あ'.repeat(16));
  await user.click(billing!);
  await user.paste('あ'.repeat(17));
  expect(dialog.queryByText(hint)).not.toBeInTheDocument();
  const name = dialog.getByLabelText('お届け先のお名前');
  await user.type(name, 'い');
  await user.click(line2!);
  await user.paste('ビル12'.repeat(6));
  await user.click(line1!);
  await user.paste('あ'.repeat(33));
  expect(dialog.getAllByText(hint)).toHaveLength(3);
  const over = (width: number, most: number) =>
    `全角${width}文字です。${most}文字を超える分は、送り状に印字されないことがあります。`;
  expect(name).toHaveAccessibleDescription(over(17, 16));
  expect(line2).toHaveAccessibleDescription(over(18, 16));
  expect(line1).toHaveAccessibleDescription(/^都道府県から番地まで、全角\d+文字です。32文字を超える分は/);
});

test('seven digits of a postal code: the address is filled in', async () => {
  const { user, dialog } = await edit();
  postalService();
  const [billing] = dialog.getAllByLabelText('郵便番号');
  await user.clear(billing!);
  await user.type(billing!, '530-0001');
  expect(await dialog.findByText('住所を自動入力しました。')).toBeVisible();
  expect(dialog.getAllByLabelText('都道府県')[0]).toHaveValue('大阪府');
  expect(dialog.getAllByLabelText('市区町村')[0]).toHaveValue('大阪市北区');
  expect(dialog.getAllByLabelText('町名・番地')[0]).toHaveValue('梅田');
});

test('a postal code typed before the configuration arrives: looked up when it arrives', async () => {
  let arrive: () => void = () => {};
  server.reply(getConfig, new Promise((resolve) => (arrive = () => resolve(responds(getConfig, stageConfig)))));
  const { user, dialog } = await edit();
  postalService();
  const [billing] = dialog.getAllByLabelText('郵便番号');
  await user.clear(billing!);
  await user.type(billing!, '5300001');
  expect(dialog.getByText('住所を検索しています…')).toBeVisible();
  arrive();
  expect(await dialog.findByText('住所を自動入力しました。')).toBeVisible();
  expect(dialog.getAllByLabelText('市区町村')[0]).toHaveValue('大阪市北区');
});

test('an address is typed before the lookup has responded: what was typed stays, until another code', async () => {
  let arrive: () => void = () => {};
  server.reply(getConfig, new Promise((resolve) => (arrive = () => resolve(responds(getConfig, stageConfig)))));
  const { user, dialog } = await edit();
  postalService();
  const [billing] = dialog.getAllByLabelText('郵便番号');
  await user.clear(billing!);
  await user.type(billing!, '5300001');
  await user.type(dialog.getAllByLabelText('町名・番地')[0]!, ' 5階');
  arrive();
  await waitFor(() => expect(dialog.queryByText('住所を検索しています…')).not.toBeInTheDocument());
  expect(dialog.getAllByLabelText('町名・番地')[0]).toHaveValue('港区南青山1-2-3 5階');
  expect(dialog.queryByText('住所を自動入力しました。')).not.toBeInTheDocument();
  await user.clear(billing!);
  await user.type(billing!, '5300002');
  expect(await dialog.findByText('住所を自動入力しました。')).toBeVisible();
  expect(dialog.getAllByLabelText('町名・番地')[0]).toHaveValue('梅田');
});

test('the configuration cannot be read: said, and read again with the next code', async () => {
  server.reply(getConfig, 'unreachable');
  const { user, dialog } = await edit();
  postalService();
  const [billing] = dialog.getAllByLabelText('郵便番号');
  await user.clear(billing!);
  await user.type(billing!, '5300001');
  expect(await dialog.findByText('住所の検索中にエラーが発生しました。もう一度お試しください。')).toBeVisible();
  server.on(getConfig, stageConfig);
  await user.type(billing!, '{Backspace}1');
  expect(await dialog.findByText('住所を自動入力しました。')).toBeVisible();
});
