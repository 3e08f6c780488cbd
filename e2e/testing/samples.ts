import type * as z from 'zod/mini';
import type { Entry } from '#shared/contract/index';

/** The request body of each call that has one, by the call's name. */
type CallBodies = {
  [E in Entry as E extends { body: z.ZodMiniType } ? E['name'] : never]: E extends {
    body: infer B extends z.ZodMiniType;
  }
    ? z.input<B>
    : never;
};

/** For each call with a body, a body that it accepts; the contract tests spoil it. */
export const sampleBodies: Readonly<CallBodies> = {
  login: { email: 'somebody@example.jp', password: 'a password of somebody' },
  'verify-mfa': { code: '123456' },
  'request-reset': { email: 'somebody@example.jp' },
  'reset-password': { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA', password: 'a new password' },
  'resend-verification': { email: 'somebody@example.jp' },
  'request-registration': { email: 'new@example.jp', username: '新しいサロン', password: 'a new password' },
  register: { email: 'new@example.jp', username: '新しいサロン', password: 'a new password' },
  'verify-registration': { email: 'new@example.jp', verificationCode: '123456' },
  'cancel-registration': { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'confirm-invoice-address': { token: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA' },
  'resend-registration': { email: 'new@example.jp' },
  'update-profile': { username: '青山サロン' },
  'request-email-change': { newEmail: 'another@example.jp' },
  'verify-email-change': { verificationCode: '123456' },
  'resend-email-change': { newEmail: 'another@example.jp' },
  'delete-user': { password: 'a password of somebody' },
  'confirm-password': { password: 'a password of somebody' },
  'change-password': { newPassword: 'a new password' },
  'set-up-sms': { phoneNumber: '09012345678' },
  'verify-sms': { code: '123456' },
  'verify-totp': { code: '123456' },
  'make-master-password': { reason: 'お問い合わせの確認' },
  'issue-receipt': { addressee: '青山商会', proviso: 'レボナイザー利用料として' },
  'report-client-error': {
    release: 'index-AbC123',
    route: '/store/:id',
    name: 'TypeError',
    message: 'x is not a function',
    stack: ['Shop index-AbC123.js:1:234'],
  },
  'create-document-export': { from: '2026-04', to: '2027-03' },
  'calculate-pricing': { quantity: 3 },
  'validate-promo-code': { promoCode: 'WELCOME' },
  'create-shop-only': {
    storeData: {
      storeName: '青山店',
      dealerCode: '123456',
      shippingName: '青山店',
      shippingPostalCode: '1070062',
      shippingState: '東京都',
      shippingLine1: '港区南青山1-1-1',
      shippingLine2: '',
      shippingPhone: '0312345678',
      useSameAddress: true,
      billingName: '',
      billingPostalCode: '',
      billingState: '',
      billingLine1: '',
      billingLine2: '',
    },
  },
  'create-shop-with-subscription': {
    storeData: {
      storeName: '青山店',
      dealerCode: '123456',
      email: 'owner@example.jp',
      shippingName: '青山店',
      shippingAddress: { postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1', line2: '', country: 'JP' },
      billingName: '青山店',
      billingAddress: { postal_code: '1070062', state: '東京都', line1: '港区南青山1-1-1', line2: '', country: 'JP' },
      shippingPhone: '0312345678',
      cardholderName: 'TARO YAMADA',
    },
    subscriptionData: { revonizerQuantity: 2 },
  },
  'update-shop': {
    address: { postal_code: '1070062', state: '東京都', city: '港区', line1: '南青山1-1-1', line2: '', country: 'JP' },
    shipping: {
      address: {
        postal_code: '1070062',
        state: '東京都',
        city: '港区',
        line1: '南青山1-1-1',
        line2: '',
        country: 'JP',
      },
      name: '青山店',
      phone: '0312345678',
    },
    phone: '0312345678',
    metadata: { サロン名: '青山店' },
  },
  'preview-quantities': { quantities: {}, total: 5 },
  'change-quantities': { quantities: {}, total: 5 },
  'set-auto-renewal': { autoRenewal: true },
  'create-setup-intent': {},
  'set-default-payment-method': { paymentMethodId: 'pm_of_somebody' },
  'create-subscription': {
    items: [
      { price: 'price_of_the_first_unit', quantity: 1 },
      { price: 'price_of_the_second', quantity: 3 },
    ],
    paymentMethodId: 'pm_of_somebody',
  },
  'return-device': {
    serialNumber: 'RVZ-999-99',
    stripeSubscriptionId: 'sub_of_somebody',
    reason: '台数削減',
    additionalInfo: '入口に置いてあります',
  },
  'request-exchange': {
    serialNumber: 'RVZ-999-99',
    issues: ['オゾンが出ない', '異音がする'],
    notes: '昨日から動きません',
    customerId: 'cus_of_somebody',
  },
  'mark-sent': { carrier: 'ヤマト運輸', number: '1234-5678-9012' },
  'request-repair': {
    serialNumber: 'RVZ-999-99',
    issues: ['その他の不具合'],
    additionalInfo: '電源が入りません',
    deviceType: 'purchased',
  },
};

/** The sample body of a call; undefined for a call without a body. */
export const sampleOf = ({ name }: { name: string }): unknown =>
  (sampleBodies as Readonly<Record<string, unknown>>)[name];
