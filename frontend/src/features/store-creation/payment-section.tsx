import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Stripe, StripeElementsOptions } from '@stripe/stripe-js';
import { useCallback, useEffect, useImperativeHandle, useState, type Ref } from 'react';
import { Alert } from '../../ui/alert';
import { Button } from '../../ui/button';
import { Skeleton } from '../../ui/skeleton';
import { loadStripeFor, stripeAppearance } from '../../lib/stripe';
import { useTheme } from '../../lib/theme';
import type { cardBillingDetails } from './to-requests';

/** What the form around it asks of the card fields. */
export interface CardFields {
  /** Checks what was typed; a text to show where something is wrong. */
  validate(): Promise<string | undefined>;
  /**
   * Saves the card with a setup intent, following the bank's 3-D Secure where it asks for it. Resolves when it is saved, with a
   * text where it is not; leaves the page for `/payment-success` only where the bank insists.
   */
  confirm(clientSecret: string, billingDetails: ReturnType<typeof cardBillingDetails>): Promise<string | undefined>;
}

/** What spec 8 asks to be said, and what stands in where Stripe gives no text. */
export const paymentTexts = {
  notReady: '決済システムの準備ができていません。少し待ってから、もう一度お試しください。',
  incomplete: 'カード情報をご確認ください。',
  failed: '支払い方法の設定に失敗しました',
} as const;

interface PaymentSectionProps {
  publishableKey: string;
  stripeJsUrl: string | null;
  ref: Ref<CardFields>;
}

/** Card fields of the payment provider, in its own frames (spec 7, External). */
export function PaymentSection({ publishableKey, stripeJsUrl, ref }: PaymentSectionProps) {
  const [stripe, setStripe] = useState<Stripe | 'failed'>();
  const { theme } = useTheme();

  const load = useCallback(
    (): Promise<Stripe | 'failed'> => loadStripeFor({ publishableKey, stripeJsUrl }).catch(() => 'failed' as const),
    [publishableKey, stripeJsUrl],
  );

  useEffect(() => {
    let current = true;
    void load().then((loaded) => {
      if (current) setStripe(loaded);
    });
    return () => {
      current = false;
    };
  }, [load]);

  const loadAgain = async (): Promise<void> => {
    setStripe(undefined);
    setStripe(await load());
  };

  if (stripe === 'failed') {
    return (
      <Alert tone="danger" title="カードの入力欄を読み込めませんでした">
        <Button variant="secondary" size="sm" onClick={() => void loadAgain()}>
          もう一度読み込む
        </Button>
      </Alert>
    );
  }
  if (!stripe) return <Skeleton lines={3} />;
  const options: StripeElementsOptions = { mode: 'setup', currency: 'jpy', locale: 'ja', allowedPaymentMethodTypes: ['card'], appearance: stripeAppearance(theme) };
  return (
    <Elements stripe={stripe} options={options}>
      <CardForm ref={ref} />
    </Elements>
  );
}

function CardForm({ ref }: { ref: Ref<CardFields> }) {
  const stripe = useStripe();
  const elements = useElements();
  const [unavailable, setUnavailable] = useState(false);

  useImperativeHandle(ref, (): CardFields => ({
    validate: async () => {
      if (!stripe || !elements) return paymentTexts.notReady;
      const { error } = await elements.submit();
      return error ? (error.message ?? paymentTexts.incomplete) : undefined;
    },
    confirm: async (clientSecret, billingDetails) => {
      if (!stripe || !elements) return paymentTexts.notReady;
      const { error } = await stripe.confirmSetup({
        elements,
        clientSecret,
        confirmParams: { return_url: `${window.location.origin}/payment-success`, payment_method_data: { billing_details: billingDetails } },
        redirect: 'if_required',
      });
      return error ? (error.message ?? paymentTexts.failed) : undefined;
    },
  }), [stripe, elements]);

  if (unavailable) return <Alert tone="danger">{paymentTexts.notReady}</Alert>;
  return (
    <PaymentElement
      onLoadError={() => setUnavailable(true)}
      options={{
        layout: 'tabs',
        wallets: { applePay: 'auto', googlePay: 'auto' },
        paymentMethodOrder: ['card', 'apple_pay', 'google_pay', 'paypal', 'bank_transfer'],
        // The form around it asks for these.
        fields: { billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'never' } },
      }}
    />
  );
}
