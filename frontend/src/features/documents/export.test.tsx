import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createDocumentExport, getDocumentExport, listDocumentExports } from '#shared/contract/document';
import type { OpenedExport } from '#shared/model/document';
import { renderScreens } from '../../../testing/render-app';
import { FakeServer } from '../../../testing/server';
import { ExportScreen, ExportsScreen } from './exports-screen';

const made: OpenedExport = {
  id: '2026-04_2027-03',
  from: '2026-04',
  to: '2027-03',
  state: 'done',
  count: 120,
  createdAt: 1_800_000_000,
  expiresAt: 1_800_604_800,
  size: 6_400_000,
  link: 'https://exports.example/one.zip',
};
let server: FakeServer;
beforeEach(() => {
  jest.useFakeTimers({ now: Date.parse('2027-02-10T03:00:00Z'), advanceTimers: true });
  server = new FakeServer().install().on(listDocumentExports, { exports: [] }).on(getDocumentExport, made);
});
afterEach(() => jest.useRealTimers());

const open = (at: string) =>
  renderScreens({ '/documents/exports': <ExportsScreen />, '/documents/exports/:id': <ExportScreen /> }, { at });
const user = () => userEvent.setup({ advanceTimers: jest.advanceTimersByTime });
const press = () => user().click(screen.getByRole('button', { name: 'ファイルを作成する' }));
const sent = () => server.askedOf(createDocumentExport).map(({ body }) => body);

test('until March the year before is one press; then its download', async () => {
  server.on(createDocumentExport, { id: made.id });
  open('/documents/exports');
  expect(await screen.findByRole('status')).toHaveTextContent('2026年に発行された書類');
  await press();
  expect(await screen.findByRole('link', { name: 'ダウンロードする' })).toHaveAttribute('href', made.link);
  expect(screen.getByRole('heading', { level: 1, name: '2026年4月〜2027年3月の請求書・領収書' })).toBeVisible();
  expect(screen.getByText('書類 120件')).toBeVisible();
  expect(screen.getByText('6.4 MB')).toBeVisible();
  expect(sent()).toEqual([{ from: '2026-01', to: '2026-12' }]);
});

test('a company’s year from April to March; a shorter period', async () => {
  server.on(createDocumentExport, { id: made.id });
  open('/documents/exports');
  await user().selectOptions(await screen.findByLabelText('開始月'), '4月');
  expect(screen.getByRole('status')).toHaveTextContent('2026年4月〜2027年3月');
  await press();
  await screen.findByRole('link', { name: 'ダウンロードする' });
  expect(sent()).toEqual([{ from: '2026-04', to: '2027-03' }]);
});

test('an export that was made: its months are chosen for the next one, and it can be opened again', async () => {
  server.on(listDocumentExports, { exports: [made] });
  open('/documents/exports');
  expect(await screen.findByLabelText('開始月')).toHaveValue('4');
  await user().selectOptions(screen.getByLabelText('期間'), '1か月');
  expect(screen.getByRole('status')).toHaveTextContent(/^2026年4月に/);
  await user().click(within(screen.getByRole('region', { name: '作成したファイル' })).getByRole('link'));
  expect(await screen.findByRole('heading', { level: 1, name: /2026年4月〜2027年3月/ })).toBeVisible();
});

test('nothing was issued in the months: the reason above the form', async () => {
  server.refuse(createDocumentExport, 'NO_DOCUMENTS');
  open('/documents/exports');
  await screen.findByRole('status');
  await press();
  expect(await screen.findByText('この期間に発行された書類はありません。')).toBeVisible();
});

test('while it is made: that it may be left; it failed: what to do', async () => {
  server.on(getDocumentExport, { ...made, state: 'working', link: null, size: 0 });
  const { unmount } = open(`/documents/exports/${made.id}`);
  expect(await screen.findByText(/このページを閉じても作成は続きます/)).toBeVisible();
  expect(screen.queryByRole('link', { name: 'ダウンロードする' })).toBeNull();
  unmount();
  server.on(getDocumentExport, { ...made, state: 'failed', link: null });
  open(`/documents/exports/${made.id}`);
  expect(await screen.findByText('ファイルを作成できませんでした')).toBeVisible();
});
