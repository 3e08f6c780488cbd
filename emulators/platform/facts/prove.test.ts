import { Differs, NotTried, type FactService } from './fact';
import { prove } from './prove';

const removed: string[] = [];
const service: FactService<{ value: number }> = {
  name: 'numbers',
  facts: [
    { id: 'one', says: 'It is 1.', page: 'https://example.com/one', check: () => Promise.resolve() },
    {
      id: 'two',
      says: 'It is 2.',
      page: 'https://example.com/two',
      check: ({ value }) => Promise.reject(new Differs('the value', 2, value)),
    },
    {
      id: 'three',
      says: 'It is 3.',
      page: 'https://example.com/three',
      check: () => Promise.reject(new NotTried('no')),
    },
  ],
  open: () =>
    Promise.resolve({
      target: 'nowhere',
      begin: () => Promise.resolve({ sandbox: { value: 1 }, close: () => Promise.resolve(void removed.push('fact')) }),
      close: () => Promise.resolve(void removed.push('service')),
    }),
};

beforeEach(() => removed.splice(0));

test('a fact holds, differs or could not be tried; everything it made is removed', async () => {
  const lines: string[] = [];
  const report = await prove(service, { environment: {}, write: (line) => lines.push(line) });
  expect(report).toEqual({ holds: 1, differs: 1, notTried: 1 });
  expect(removed).toEqual(['fact', 'fact', 'fact', 'service']);
  expect(lines).toEqual(
    expect.arrayContaining([
      'DIFFERS    two: It is 2.',
      '           ours:   2',
      '           theirs: 1',
      '           page:   https://example.com/two',
      '           because: no',
      '1 hold, 1 differ, 1 could not be tried',
    ]),
  );
});

test('only the named facts are tried; an unknown name is refused before anything is opened', async () => {
  const lines: string[] = [];
  await prove(service, { environment: {}, only: ['one'], write: (line) => lines.push(line) });
  expect(lines.at(-1)).toBe('1 hold, 0 differ, 0 could not be tried');
  removed.splice(0);
  await expect(prove(service, { environment: {}, only: ['four'], write: () => undefined })).rejects.toThrow('four');
  expect(removed).toEqual([]);
});
