import { screen, within } from '@testing-library/react';
import { getDocumentYear } from '#shared/contract/document';
import type { DocumentYear } from '#shared/model/document-year';
import { renderScreens } from '../../../../testing/render-app';
import { FakeServer } from '../../../../testing/server';
import { DocumentYearScreen } from './document-year-screen';
import { groupsOf } from './year-bars';

let server: FakeServer;
beforeEach(() => (server = new FakeServer().install()));

const open = () => renderScreens({ '/documents/year': <DocumentYearScreen /> }, { at: '/documents/year?year=2026' });
const monthsOf = (paid: number, extra: Partial<DocumentYear['shops'][number]['months'][number]> = {}) =>
  Array.from({ length: 12 }, (_, month) => ({ paid: 0, open: 0, credited: 0, ...(month === 3 && { paid, ...extra }) }));
const shop = (id: string, name: string, paid: number, extra = {}) => ({ id, name, months: monthsOf(paid, extra) });

test('the numbers behind the bars stand in tables, by shop and by month', async () => {
  server.on(getDocumentYear, {
    year: 2026,
    shops: [shop('cus_1', '青山店', 27_500, { credited: 8_800 }), shop('cus_2', '梅田店', 9_900, { open: 9_900 })],
    complete: true,
  });
  open();
  const byShop = within(await screen.findByRole('table', { name: '2026年の店舗ごとの合計' }));
  expect(byShop.getAllByRole('row').map((row) => row.textContent)).toEqual([
    '店舗お支払い済み未払い減額・返金',
    '青山店27,500円0円−8,800円',
    '梅田店9,900円9,900円0円',
    '合計37,400円9,900円−8,800円',
  ]);
  const byMonth = within(screen.getByRole('table', { name: '2026年の月ごと・店舗ごとの金額' }));
  expect(
    byMonth
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['4月青山店27,500円0円−8,800円', '4月梅田店9,900円9,900円0円']);
});

test('two shops have the same name: each has its part of the bars and its rows', async () => {
  const shops = [shop('cus_1', '青山店', 27_500), shop('cus_2', '青山店', 9_900)];
  server.on(getDocumentYear, { year: 2026, shops, complete: true });
  open();
  const byShop = within(await screen.findByRole('table', { name: '2026年の店舗ごとの合計' }));
  expect(byShop.getAllByRole('row', { name: /^青山店/ })).toHaveLength(2);
});

test('a year without documents: the screen says so, and another year opens', async () => {
  server.on(getDocumentYear, { year: 2026, shops: [], complete: true });
  const { user } = open();
  expect(await screen.findByText('2026年の請求書・領収書はありません')).toBeVisible();
  await user.click(screen.getByRole('button', { name: '2025年' }));
  expect(await screen.findByRole('heading', { level: 1, name: '2025年のまとめ' })).toBeVisible();
});

test('of many shops those with most have a colour each, the others share one', () => {
  const groups = groupsOf(Array.from({ length: 9 }, (_, index) => shop(`cus_${index}`, `店${index}`, 1_000 * index)));
  expect(groups.map(({ name }) => name)).toEqual(['店8', '店7', '店6', '店5', '店4', 'そのほか4店舗']);
  expect(new Set(groups.map(({ fill }) => fill)).size).toBe(6);
  expect(groups.at(-1)?.months[3]?.paid).toBe(6_000);
});
