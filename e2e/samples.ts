/**
 * A body that each call accepts, by the call's name; what the contract tests spoil. The contract test fails where a call with a
 * body has no sample.
 */
export const sampleBodies: Readonly<Record<string, unknown>> = {
  'login': { email: 'somebody@example.jp', password: 'a password of somebody' },
  'verify-mfa': { code: '123456' },
  'request-reset': { email: 'somebody@example.jp' },
  'reset-password': { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA', password: 'a new password' },
  'resend-verification': { email: 'somebody@example.jp' },
  'request-registration': { email: 'new@example.jp', username: '新しいサロン', password: 'a new password' },
  'register': { email: 'new@example.jp', username: '新しいサロン', password: 'a new password' },
  'verify-registration': { email: 'new@example.jp', verificationCode: '123456' },
  'resend-registration': { email: 'new@example.jp' },
  'update-profile': { username: '青山サロン' },
  'request-email-change': { newEmail: 'another@example.jp' },
  'verify-email-change': { verificationCode: '123456' },
  'resend-email-change': { newEmail: 'another@example.jp' },
  'delete-user': { password: 'a password of somebody' },
  'confirm-password': { password: 'a password of somebody' },
  'change-password': { currentPassword: 'a password of somebody', newPassword: 'a new password' },
  'set-up-sms': { phoneNumber: '09012345678' },
  'verify-sms': { code: '123456' },
  'verify-totp': { code: '123456' },
  'calculate-pricing': { quantity: 3 },
  'validate-promo-code': { promoCode: 'WELCOME' },
  'create-store-only': {
    storeData: {
      storeName: '青山店', dealerCode: '123456', shippingName: '青山店', shippingPostalCode: '1070062', shippingState: '東京都', shippingLine1: '港区南青山1-1-1',
      shippingLine2: '', shippingPhone: '0312345678', useSameAddress: true, billingName: '', billingPostalCode: '', billingState: '', billingLine1: '', billingLine2: '',
    },
  },
  'create-with-subscription': {
    storeData: {
      storeName: '青山店', dealerCode: '123456', email: 'owner@example.jp', shippingName: '青山店',
      shippingAddress: { postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1', line2: '', country: 'JP' },
      billingName: '青山店', billingAddress: { postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1', line2: '', country: 'JP' },
      shippingPhone: '0312345678', cardholderName: 'TARO YAMADA',
    },
    subscriptionData: { revonizerQuantity: 2 },
  },
};
