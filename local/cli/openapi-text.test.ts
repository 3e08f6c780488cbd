import { readFileSync } from 'node:fs';
import { calls } from '#shared/contract/index';
import { openApiText } from './openapi-text';

test('docs/openapi.json equals the contract (`npm run openapi` writes it), in less than 200 kB', () => {
  const document = readFileSync('docs/openapi.json', 'utf8');
  expect(document).toBe(openApiText(calls));
  expect(Buffer.byteLength(document)).toBeLessThan(200_000);
});
