import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { acceptance, firstTimeWizard } from './storage';

beforeEach(() => window.localStorage.clear());
afterEach(() => jest.restoreAllMocks());

test('the first-time flow is stored for each user', () => {
  firstTimeWizard.markShown('a');
  expect([firstTimeWizard.wasShown('a'), firstTimeWizard.wasShown('b')]).toEqual([true, false]);
});

test('acceptance is complete after both texts, and can be cleared', () => {
  acceptance.acceptTerms();
  expect(acceptance.complete()).toBe(false);
  acceptance.acceptPrivacy();
  expect(acceptance.complete()).toBe(true);
  acceptance.clear();
  expect(acceptance.complete()).toBe(false);
});

test('texts of another version were agreed to: these were not', () => {
  for (const text of ['terms', 'privacy']) window.localStorage.setItem(`${text}-accepted:2020-01-01`, 'true');
  for (const text of ['terms', 'privacy']) window.localStorage.setItem(`${text}-accepted`, 'true');
  expect(acceptance.complete()).toBe(false);
});

test("the browser's storage is blocked: values live as long as the page", () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  acceptance.acceptTerms();
  acceptance.acceptPrivacy();
  expect(acceptance.complete()).toBe(true);
  acceptance.clear();
  expect(acceptance.complete()).toBe(false);
});

// ASVS 14.3.2
test('two files alone keep anything in the browser: settings of the page, and drafts that end with the session', () => {
  const root = join(import.meta.dirname, '..');
  const keeping = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\./.test(name))
    .filter((name) =>
      /localStorage|sessionStorage|indexedDB|document\.cookie/.test(readFileSync(join(root, name), 'utf8')),
    );
  expect(keeping.toSorted()).toEqual(['lib/drafts.ts', 'lib/local-values.ts']);
});
