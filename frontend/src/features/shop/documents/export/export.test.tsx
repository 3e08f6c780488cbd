import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createDocumentExport, getDocumentExport, listDocumentExports } from '#shared/contract/document';
import type { OpenedExport } from '#shared/model/document-export';
import { renderScreens } from '../../../../../testing/render-app';
import { FakeServer } from '../../../../../testing/server';
import { ExportScreen } from './export-screen';
import { ExportsScreen } from './exports-screen';

const accounts = { expense: '賃借料', payable: '未払金' };
const made: OpenedExport = {
  id: 'one',
  year: 2026,
  formats: ['pdf', 'yayoi'],
  state: 'done',
  progress: { done: 120, total: 120 },
  createdAt: 1_800_000_000,
  expiresAt: 1_800_604_800,
  replaced: 0,
  size: 6_400_000,
  link: 'https://exports.example/one.zip',
};
let server: FakeServer;
beforeEach(() => {
  server = new FakeServer().install().on(listDocumentExports, { exports: [], accounts }).on(getDocumentExport, made);
});

const open = (at: string) =>
  renderScreens({ '/documents/exports': <ExportsScreen />, '/documents/exports/:id': <ExportScreen /> }, { at });
const press = () => userEvent.click(screen.getByRole('button', { name: 'ファイルを作成する' }));

test('a year with PDFs is one press; then its download', async () => {
  server.on(createDocumentExport, { id: 'one' });
  open('/documents/exports');
  await screen.findByRole('button', { name: 'ファイルを作成する' });
  expect(screen.queryByLabelText(/利用料金の科目/)).toBeNull();
  await press();
  expect(await screen.findByRole('link', { name: 'ダウンロードする' })).toHaveAttribute('href', made.link);
  expect(screen.getByText('6.4 MB')).toBeVisible();
  expect(server.askedOf(createDocumentExport)[0]?.body).toMatchObject({ formats: ['pdf'], accounts });
});

test('a file for a program asks for its accounts; a name like a formula is refused under its field', async () => {
  server.on(createDocumentExport, { id: 'one' });
  open('/documents/exports');
  await userEvent.click(await screen.findByLabelText('弥生会計'));
  const field = screen.getByLabelText(/利用料金の科目/);
  await userEvent.clear(field);
  await userEvent.type(field, '=1+1');
  await press();
  expect(await screen.findByText('勘定科目は20文字以内の文字と数字で入力してください')).toBeVisible();
  expect(server.askedOf(createDocumentExport)).toEqual([]);
  await userEvent.clear(field);
  await userEvent.type(field, 'リース料');
  await press();
  await screen.findByRole('link', { name: 'ダウンロードする' });
  expect(server.askedOf(createDocumentExport)[0]?.body).toMatchObject({
    formats: ['pdf', 'yayoi'],
    accounts: { expense: 'リース料', payable: '未払金' },
  });
});

test('nothing chosen: nothing is sent; no documents in the year: the reason above the form', async () => {
  open('/documents/exports');
  await userEvent.click(await screen.findByLabelText('請求書・領収書のPDF'));
  await press();
  expect(await screen.findByText('形式を1つ以上選んでください')).toBeVisible();
  server.refuse(createDocumentExport, 'NO_DOCUMENTS');
  await userEvent.click(screen.getByLabelText('請求書・領収書のPDF'));
  await press();
  expect(await screen.findByText('この年に発行された書類はありません。')).toBeVisible();
});

test('the formats of the last export are chosen already, and it can be opened again', async () => {
  server.on(listDocumentExports, { exports: [made], accounts });
  open('/documents/exports');
  expect(await screen.findByLabelText('弥生会計')).toBeChecked();
  expect(screen.getByLabelText('freee会計')).not.toBeChecked();
  await userEvent.click(within(screen.getByRole('region', { name: '作成したファイル' })).getByRole('link'));
  expect(await screen.findByRole('heading', { level: 1, name: '2026年分のダウンロード' })).toBeVisible();
});

test('while it is made: how far it is, and that it may be left', async () => {
  server.on(getDocumentExport, { ...made, state: 'working', progress: { done: 30, total: 120 }, link: null, size: 0 });
  open('/documents/exports/one');
  expect(await screen.findByText('書類 30 / 120件')).toBeVisible();
  expect(screen.getByRole('progressbar', { name: '作成の進み具合' })).toHaveAttribute('value', '30');
  expect(screen.getByText(/このページを閉じても作成は続きます/)).toBeVisible();
});

test('it failed, or characters were replaced: the screen says so', async () => {
  server.on(getDocumentExport, { ...made, replaced: 3 });
  const { unmount } = open('/documents/exports/one');
  expect(await screen.findByText('会計ソフト用のファイルで、3文字を「〓」に置き換えました')).toBeVisible();
  unmount();
  server.on(getDocumentExport, { ...made, state: 'failed', link: null });
  open('/documents/exports/one');
  await waitFor(() => expect(screen.getByText('ファイルを作成できませんでした')).toBeVisible());
});
