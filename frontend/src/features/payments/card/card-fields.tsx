import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { PaymentIntent, SetupIntent, StripeElementsOptions, StripeError } from '@stripe/stripe-js';
import { useImperativeHandle, useState, type Ref } from 'react';
import useSWR from 'swr';
import { paths } from '../../../lib/paths';
import { stripeAppearance, stripeClient } from './stripe';
import { useTheme } from '../../../lib/theme';
import { Alert, Button, Skeleton } from '../../../ui/basics';
import { TextField } from '../../../ui/text-field';

/**
 * The billing details saved with a card: Stripe needs all that its own fields do not collect (PaymentElement,
 * `fields`).
 */
export interface BillingDetails {
  name: string;
  email: string;
  phone: string;
  address: { country: string; postal_code: string; state: string; city: string; line1: string; line2: string };
}

/** The result of saving a card: its payment method's id, or a text for the user. */
export type CardResult = { paymentMethodId: string } | { problem: string };

/** The actions of the card fields that a form can call. */
export interface CardFieldsHandle {
  /** Checks the typed data; returns a text to show if it is wrong. Stripe marks what is wrong in its own fields. */
  validate(): Promise<string | undefined>;
  /**
   * Saves the card with a setup intent, or pays `amount` (yen) with it and a payment intent, including the bank's 3-D
   * Secure if the bank asks for it. Leaves the page only if the bank insists; the browser then returns to
   * `/payment-success`, with `purpose` in its query beside Stripe's own parameters.
   */
  confirm(
    clientSecret: string,
    billingDetails: BillingDetails,
    options?: { purpose?: Record<string, string>; amount?: number | undefined },
  ): Promise<CardResult>;
}

/** Whether a secret is that of a payment intent; otherwise it is that of a setup intent. */
export const isPayment = (clientSecret: string): boolean => clientSecret.startsWith('pi_');

/** Spec 8's texts, and their replacements if Stripe gives no text. */
export const cardTexts = {
  notReady: '決済サービスの準備ができていません。少し待ってから、もう一度お試しください。',
  incomplete: 'カード情報をご確認ください。',
  failed: '支払い方法の設定に失敗しました',
} as const;

/** Checks the typed card; without the fields, which Stripe.js has not loaded, says that it is not ready. */
export const validateCard = async (card: CardFieldsHandle | null): Promise<string | undefined> =>
  card ? card.validate() : cardTexts.notReady;

/**
 * Reserves room for the provider's fields from the start, so that content below them does not move while it is pressed.
 * The provider's frame has negative margins, which stay inside (`flow-root`).
 */
const fieldsHeight = 'flow-root min-h-[10.125rem]';

interface CardFieldsProps {
  loadFailure?: string;
  /** Something was typed: a message about the earlier input is no longer true. */
  onEdited?: () => void;
  ref: Ref<CardFieldsHandle>;
}

/** The saved or paying card of an intent; otherwise a text for the user. */
function resultOf(
  intent: Pick<SetupIntent | PaymentIntent, 'status' | 'payment_method'> | undefined,
  error: StripeError | undefined,
): CardResult {
  const method = intent?.payment_method;
  const id = typeof method === 'string' ? method : method?.id;
  if (intent?.status === 'succeeded' && id !== undefined) return { paymentMethodId: id };
  return { problem: error?.message ?? cardTexts.failed };
}

/** Card fields of the payment provider, in its own frames (spec 7, External). */
export function CardFields({ loadFailure = 'カードの入力欄を読み込めませんでした', onEdited, ref }: CardFieldsProps) {
  const { data: stripe, error, isValidating, mutate } = useSWR('Stripe.js', stripeClient);
  const { theme } = useTheme();
  if (error && !stripe) {
    return (
      <Alert live tone="danger" title={loadFailure}>
        <Button variant="secondary" size="sm" className="mt-2" busy={isValidating} onClick={() => void mutate()}>
          もう一度試す
        </Button>
      </Alert>
    );
  }
  if (!stripe) return <Skeleton lines={3} className={fieldsHeight} />;
  const options: StripeElementsOptions = {
    mode: 'setup',
    currency: 'jpy',
    locale: 'ja',
    allowedPaymentMethodTypes: ['card'],
    appearance: stripeAppearance(theme),
  };
  return (
    <Elements stripe={stripe} options={options}>
      <CardForm ref={ref} onEdited={onEdited} />
    </Elements>
  );
}

function CardForm({ ref, onEdited }: Pick<CardFieldsProps, 'ref'> & { onEdited: (() => void) | undefined }) {
  const stripe = useStripe();
  const elements = useElements();
  const [unavailable, setUnavailable] = useState(false);

  useImperativeHandle(
    ref,
    (): CardFieldsHandle => ({
      validate: async () => {
        if (!stripe || !elements) return cardTexts.notReady;
        const { error } = await elements.submit();
        return error ? (error.message ?? cardTexts.incomplete) : undefined;
      },
      confirm: async (clientSecret, billingDetails, { purpose = {}, amount = 0 } = {}) => {
        if (!stripe || !elements) return { problem: cardTexts.notReady };
        const returnTo = new URL(paths.paymentSuccess, window.location.origin);
        for (const [name, value] of Object.entries(purpose)) returnTo.searchParams.set(name, value);
        const options = {
          elements,
          clientSecret,
          confirmParams: { return_url: returnTo.href, payment_method_data: { billing_details: billingDetails } },
          redirect: 'if_required',
        } as const;
        if (!isPayment(clientSecret)) {
          const { setupIntent, error } = await stripe.confirmSetup(options);
          return resultOf(setupIntent, error);
        }
        // The fields were made to save a card: Stripe.js wants to know what it pays, and to check them again.
        await elements.update({ mode: 'subscription', amount });
        const { error: wrong } = await elements.submit();
        if (wrong) return { problem: wrong.message ?? cardTexts.incomplete };
        const { paymentIntent, error } = await stripe.confirmPayment(options);
        // A payment that went through in an earlier try is not one that failed.
        return resultOf(paymentIntent ?? error?.payment_intent, error);
      },
    }),
    [stripe, elements],
  );

  if (unavailable)
    return (
      <Alert live tone="danger">
        {cardTexts.notReady}
      </Alert>
    );
  return (
    <div className={fieldsHeight}>
      <PaymentElement
        onLoadError={() => setUnavailable(true)}
        onChange={() => onEdited?.()}
        options={{
          layout: 'tabs',
          wallets: { applePay: 'auto', googlePay: 'auto' },
          // The order of spec 7. Stripe has no type bank_transfer; these fields are for cards alone anyway.
          paymentMethodOrder: ['card', 'apple_pay', 'google_pay', 'paypal', 'bank_transfer'],
          // The form around it asks for these.
          fields: { billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'never' } },
        }}
      />
    </div>
  );
}

/** The name on a card, in Roman letters. */
export const CardholderField = (props: Omit<Parameters<typeof TextField>[0], 'label'>) => (
  <TextField
    label="カード名義人"
    required
    autoComplete="cc-name"
    autoCapitalize="characters"
    help="カードに記載のローマ字"
    {...props}
  />
);
