import { Secret, TOTP } from 'otpauth';
import { totpCode } from './totp-code';

// The last six digits of RFC 6238, appendix B, for SHA-1.
const rfcSecret = new Secret({ buffer: new TextEncoder().encode('12345678901234567890').buffer }).base32;

test.each([
  [59, '287082'],
  [1111111109, '081804'],
  [1234567890, '005924'],
  [20000000000, '353130'],
])('at %d seconds the code is %s', (seconds, code) => {
  expect(totpCode(rfcSecret, seconds * 1000)).toBe(code);
});

test('it agrees with a standard program', () => {
  const secret = new Secret({ size: 20 });
  const now = 1_800_000_000_000;
  expect(totpCode(secret.base32, now)).toBe(new TOTP({ secret }).generate({ timestamp: now }));
});
