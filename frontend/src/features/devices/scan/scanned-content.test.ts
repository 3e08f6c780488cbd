import { contentOf, namedBy, routeOf } from './scanned-content';

const origin = 'https://portal.example';

test.each([
  ['RV-2024-0001', '/devices/RV-2024-0001'],
  [' RV-1\r\n', '/devices/RV-1'],
  ['機器 1', '/devices/%E6%A9%9F%E5%99%A8%201'],
  ['cus_AbC123', '/store/cus_AbC123'],
  ['\uFEFFcus_1', '/store/cus_1'],
  ['https://portal.example/payment-history/cus_9?x=1#y', '/payment-history/cus_9'],
  ['/payment-history/cus_9', '/payment-history/cus_9'],
  // The beginning of the content decides.
  ['cus_1/payment-history/cus_2', '/store/cus_1%2Fpayment-history%2Fcus_2'],
  ['https://portal.example/payment-history/', '/devices/https%3A%2F%2Fportal.example%2Fpayment-history%2F'],
  ['', '/devices'],
  ['   ', '/devices'],
])('%j leads to %s', (content, route) => expect(routeOf(content)).toBe(route));

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  'javascript:alert(1)',
  'JaVaScRiPt://portal.example/%0aalert(1)',
  'data:text/html,<script>alert(1)</script>',
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  '@evil.example',
  '../admin',
  '..',
  '.',
  '%2e%2e',
  '%2e%2e%2fadmin',
  '..%2f..%2fadmin',
  '\u0000',
  'RV-1\u0000.png',
  '\u202EGNP.1-VR',
  '\u200B\u200F\u2066',
  '\uD800',
  'cus_../../admin',
  'cus_1?next=//evil.example',
  'cus_1#/../admin',
  'https://evil.example/payment-history/..',
  'https://evil.example/payment-history/../../admin',
  'https://evil.example/payment-history/%2e%2e/admin',
  'javascript:/payment-history/alert(1)',
  '//evil.example/payment-history/cus_1',
  'A'.repeat(10_000),
  '機'.repeat(10_000),
  '../'.repeat(4000),
  '\u202E'.repeat(10_000),
];

// ASVS 1.2.2
test.each(hostile.map((content) => [content.slice(0, 60), content]))('%j: only text', (_beginning, content) => {
  const route = routeOf(content);
  const url = new URL(route, origin);
  expect(url.origin).toBe(origin);
  // The browser parses the path back to the same text: no part becomes `..` or a query.
  expect(url.pathname + url.search + url.hash).toBe(route);
  expect(route).toMatch(/^(\/devices|\/(devices|store|payment-history)\/[\w%.!~*'()-]+)$/);
  expect(route.length).toBeLessThan(5000);
  expect(decodeURIComponent(route)).not.toMatch(/[\p{Cc}\p{Cf}]/u);
});

test.each(['RV-1', 'https://evil.example/?a=b#c', '50%', '%2F', 'a/b', '機器 1'])(
  '%j comes back out of its address as it went in',
  (content) => expect(contentOf(routeOf(content))).toBe(content),
);

test('a badly encoded address typed by hand: used unchanged', () => {
  expect(contentOf('/devices/%E6%A9')).toBe('%E6%A9');
  expect(contentOf('/devices/')).toBe('');
  expect(contentOf('/elsewhere')).toBe('');
});

test.each([
  ['https://portal.example/devices/RV-1', '/devices/RV-1'],
  [' https://portal.example/devices/%E6%A9%9F%E5%99%A8%201\n', '/devices/%E6%A9%9F%E5%99%A8%201'],
  ['https://portal.example/store/cus_9', '/store/cus_9'],
  ['https://portal.example/payment-history/cus_9', '/payment-history/cus_9'],
  ['RV-1', '/devices/RV-1'],
  ['cus_9', '/store/cus_9'],
])("a code of the portal's own, or an older one with the bare number: %j leads to %s", (content, route) => {
  expect(routeOf(namedBy(content, origin))).toBe(route);
});

test.each([
  'https://evil.example/devices/RV-1',
  'https://evil.example/?https://portal.example/devices/RV-1',
  'https://portal.example/store/other',
  'https://portal.example/devices/RV-1/more',
  'https://portal.example.evil.example/devices/RV-1',
])('%j names nothing by itself: it is searched as it is', (content) => {
  expect(namedBy(content, origin)).toBe(content);
});
