import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The sources that make a client of the AWS SDK. */
const sources = readdirSync('functions', { recursive: true, encoding: 'utf8' })
  .map((name) => join('functions', name))
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))
  .filter(({ text }) => /new \w+Client\(\{[^}]*requestHandler/.test(text));

test('a request of AWS gets no response: it ends in time, and is not only told in the log', () => {
  expect(sources.map(({ path }) => path)).toEqual(
    expect.arrayContaining(['functions/platform/dynamodb/items.ts', 'functions/platform/secrets.ts']),
  );
  // Without the second setting the first one writes a warning (@smithy/types, NodeHttpHandlerOptions.requestTimeout).
  const endless = sources.filter(
    ({ text }) => !/throwOnRequestTimeout: true/.test(text) || !/requestTimeout/.test(text),
  );
  expect(endless.map(({ path }) => path)).toEqual([]);
});
