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
