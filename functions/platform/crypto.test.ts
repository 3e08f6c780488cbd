import { newSecret, seal, unseal } from './crypto';

test('a sealed text opens with the same secret only', () => {
  const secret = newSecret();
  const sealed = seal('ひみつの言葉 123', secret);
  expect(sealed).not.toContain('123');
  expect(unseal(sealed, secret)).toBe('ひみつの言葉 123');
  expect(() => unseal(sealed, newSecret())).toThrow(/authenticate/);
});

// ASVS 11.3.1, 11.3.2
test('a sealed text was altered: it does not open', () => {
  const secret = newSecret();
  const sealed = seal('password', secret);
  expect(() => unseal(`${sealed.slice(0, -2)}${sealed.endsWith('AA') ? 'BB' : 'AA'}`, secret)).toThrow(/authenticate/);
});

test('the same text sealed twice: different bytes', () => {
  const secret = newSecret();
  expect(seal('password', secret)).not.toBe(seal('password', secret));
});
