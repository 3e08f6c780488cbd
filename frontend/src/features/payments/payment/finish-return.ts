import { setDefaultPaymentMethod } from '#shared/contract/billing';
import { callApi, failureText, mayBeDone } from '../../../lib/api';
import { stripeClient } from '../card/stripe';

/**
 * What the screen says of each outcome after the browser's return from the bank. `card-unused`: the card is saved, but
 * could not be assigned to its purpose. `unknown`: the outcome could not be read; asking again may help. `nothing`:
 * nothing was confirmed, somebody opened the address.
 */
export const returnTexts = {
  'card-saved': {
    title: 'お手続きが完了しました',
    tone: 'success',
    heading: 'お支払い方法を登録しました',
    text: 'ご契約の内容は、店舗の画面からいつでもご確認いただけます。',
  },
  'card-refused': {
    title: 'カードを登録できませんでした',
    tone: 'danger',
    heading: 'カード会社の認証が完了しませんでした',
    text: 'これまでの登録内容は変わっていません。別のカードでお支払い方法を登録してください。',
  },
  'card-unused': {
    title: 'お支払い方法を変更できませんでした',
    tone: 'warning',
    heading: 'カードは登録されましたが、お支払い方法として設定できませんでした',
    text: 'これまでのカードがそのまま使われます。もう一度お手続きください。',
  },
  paid: {
    title: 'お支払いが完了しました',
    tone: 'success',
    heading: 'お支払いを確認しました',
    text: 'ありがとうございます。ご契約の内容は、店舗の画面からご確認いただけます。',
  },
  processing: {
    title: 'お手続きを処理しています',
    tone: 'info',
    heading: 'カード会社の処理が続いています',
    text: '完了すると、店舗の画面に反映されます。もう一度お手続きいただく必要はありません。',
  },
  'not-paid': {
    title: 'お支払いが完了していません',
    tone: 'danger',
    heading: 'カード会社の認証が完了しませんでした',
    text: '料金は請求されていません。契約の画面から、もう一度お支払いいただくか、別のカードを登録してください。',
  },
  unknown: {
    title: 'お手続きの結果を確認できませんでした',
    tone: 'warning',
    heading: '決済サービスに接続できません',
    text: 'お手続きが完了している場合もあります。ホームから、ご契約の内容をご確認ください。',
  },
  nothing: {
    title: '確認が必要なお手続きはありません',
    tone: 'info',
    heading: '',
    text: '',
  },
} as const;

export type ReturnOutcome = keyof typeof returnTexts;

export interface ReturnResult {
  outcome: ReturnOutcome;
  reason?: string;
}

/** The card was saved for an existing shop or subscription, and must be assigned to it. */
async function takeCard({ subscriptionId, customerId }: Returned, paymentMethodId: string): Promise<ReturnResult> {
  if (subscriptionId === undefined && customerId === undefined) return { outcome: 'card-saved' };
  const purpose = subscriptionId === undefined ? { customerId } : { subscriptionId };
  try {
    await callApi(setDefaultPaymentMethod, { body: { paymentMethodId, ...purpose } });
    return { outcome: 'card-saved' };
  } catch (error) {
    // Asking again sets the same card again.
    if (mayBeDone(error)) return { outcome: 'unknown' };
    return { outcome: 'card-unused', reason: failureText(error, { refused: '' }) };
  }
}

/** Reads the outcome from Stripe, whatever the address says, and does the remaining work. Never rejects. */
export async function finishReturn(returned: Returned): Promise<ReturnResult> {
  try {
    const stripe = await stripeClient();
    if (returned.kind === 'payment') {
      const { paymentIntent } = await stripe.retrievePaymentIntent(returned.clientSecret);
      if (!paymentIntent) return { outcome: 'unknown' };
      if (paymentIntent.status === 'succeeded') return { outcome: 'paid' };
      return {
        outcome: paymentIntent.status === 'processing' ? 'processing' : 'not-paid',
        ...reasonOf(paymentIntent.last_payment_error),
      };
    }
    const { setupIntent } = await stripe.retrieveSetupIntent(returned.clientSecret);
    if (!setupIntent) return { outcome: 'unknown' };
    const method = setupIntent.payment_method;
    const id = typeof method === 'string' ? method : method?.id;
    if (setupIntent.status !== 'succeeded' || id === undefined)
      return {
        outcome: setupIntent.status === 'processing' ? 'processing' : 'card-refused',
        ...reasonOf(setupIntent.last_setup_error),
      };
    return await takeCard(returned, id);
  } catch {
    return { outcome: 'unknown' };
  }
}

/**
 * The reason in an intent, if it is in Japanese: Stripe.js translates the errors of its own calls, but an intent that
 * is read again carries the text of Stripe's API, which is English.
 */
const reasonOf = (error: { message?: string } | null): { reason?: string } =>
  error?.message !== undefined && /[ぁ-んァ-ヶ一-龠]/.test(error.message) ? { reason: error.message } : {};

/** The data of the browser's return from a bank: the confirmed intent and its purpose. */
export interface Returned {
  kind: 'setup' | 'payment';
  clientSecret: string;
  /** The subscription or the shop that a card was saved for; undefined if the address names none. */
  subscriptionId: string | undefined;
  customerId: string | undefined;
}

/**
 * Reads the address to which Stripe returns the browser: Stripe's own parameters
 * (docs.stripe.com/js/setup_intents/confirm_setup) and the portal's. Undefined if nothing was confirmed.
 */
export function readReturn(query: URLSearchParams): Returned | undefined {
  const text = (name: string): string | undefined => query.get(name) ?? undefined;
  const setup = text('setup_intent_client_secret');
  const payment = text('payment_intent_client_secret');
  const clientSecret = setup ?? payment;
  if (clientSecret === undefined) return undefined;
  return {
    kind: setup === undefined ? 'payment' : 'setup',
    clientSecret,
    subscriptionId: text('subscriptionId'),
    customerId: text('customerId'),
  };
}
