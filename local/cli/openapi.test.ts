import { readFileSync } from 'node:fs';
import { openApiText } from './openapi';

test('docs/openapi.json equals the contract (`npm run openapi` writes it), in less than 200 kB', () => {
  const document = readFileSync('docs/openapi.json', 'utf8');
  expect(document).toBe(openApiText());
  expect(Buffer.byteLength(document)).toBeLessThan(200_000);
});
