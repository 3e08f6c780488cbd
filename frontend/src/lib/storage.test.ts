import { acceptance, firstTimeWizard } from './storage';

beforeEach(() => window.localStorage.clear());
afterEach(() => jest.restoreAllMocks());

test('the wizard is remembered for each user', () => {
  firstTimeWizard.markShown('a');
  expect([firstTimeWizard.wasShown('a'), firstTimeWizard.wasShown('b')]).toEqual([true, false]);
});

test('both texts must be accepted, and acceptance can be taken back', () => {
  acceptance.acceptTerms();
  expect(acceptance.complete()).toBe(false);
  acceptance.acceptPrivacy();
  expect(acceptance.complete()).toBe(true);
  acceptance.clear();
  expect(acceptance.complete()).toBe(false);
});

test('where the browser keeps nothing, the page does', () => {
  jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  acceptance.acceptTerms();
  acceptance.acceptPrivacy();
  expect(acceptance.complete()).toBe(true);
  acceptance.clear();
  expect(acceptance.complete()).toBe(false);
});
