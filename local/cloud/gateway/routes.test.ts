import { Routes } from './routes';

const routes = new Routes(
  [
    'GET /api/devices',
    'GET /api/devices/{serial}/repair-history',
    'GET /api/devices/{serial}',
    'POST /api/devices/sync',
    'POST /api/devices/{serial}',
  ].map((routeKey) => ({ routeKey, functionArn: routeKey })),
);
const find = (method: string, path: string) => {
  const found = routes.find(method, path);
  return found && [found.route.routeKey, found.pathParameters];
};

test.each([
  ['GET', '/api/devices', ['GET /api/devices', {}]],
  ['GET', '/api/devices/RZ-1', ['GET /api/devices/{serial}', { serial: 'RZ-1' }]],
  [
    'GET',
    '/api/devices/RZ-1%20%E3%81%82/repair-history',
    ['GET /api/devices/{serial}/repair-history', { serial: 'RZ-1 あ' }],
  ],
  // A value that was encoded twice stays one segment.
  [
    'GET',
    '/api/devices/RZ%252F1%253F/repair-history',
    ['GET /api/devices/{serial}/repair-history', { serial: 'RZ%2F1%3F' }],
  ],
  ['GET', '/api/devices/RZ%3F1/repair-history', ['GET /api/devices/{serial}', { serial: 'RZ' }]],
  ['POST', '/api/devices/sync', ['POST /api/devices/sync', {}]],
  ['POST', '/api/devices/other', ['POST /api/devices/{serial}', { serial: 'other' }]],
])('%s %s', (method, path, expected) => {
  expect(find(method, path)).toEqual(expected);
});

test.each([
  ['PUT', '/api/devices'],
  ['GET', '/api/devices/'],
  ['GET', '/api/devices/a/b'],
  ['GET', '/api/devices/RZ%2F1/repair-history'],
  ['GET', '/api/nothing'],
])('%s %s has no route', (method, path) => {
  expect(find(method, path)).toBeUndefined();
});

test('a path that cannot be decoded throws', () => {
  expect(() => find('GET', '/api/devices/%E0%A4%A')).toThrow(URIError);
});

test.each(['ANY /api/files', 'GET /api/files/{path+}', '$default'])('a route %s is refused', (routeKey) => {
  expect(() => new Routes([{ routeKey, functionArn: '' }])).toThrow(`The route ${routeKey} is not known`);
});
