import { Elements, PaymentElement, useElements, useStripe } from '@stripe/react-stripe-js';
import type { Appearance, Stripe, StripeElementsOptions } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';

// A page like the portal's, with the real React components. Its query: secret, theme, submit.
const query = new URLSearchParams(location.search);
const secret = query.get('secret') ?? '';
const dark = query.get('theme') === 'dark';
const appearance: Appearance = {
  theme: dark ? 'night' : 'stripe',
  variables: {
    colorPrimary: dark ? '#4fd1c5' : '#0b7a75',
    colorBackground: dark ? '#20262e' : '#ffffff',
    colorText: dark ? '#f2f4f7' : '#1f2933',
    borderRadius: '10px',
    fontSizeBase: '16px',
  },
};
const options: StripeElementsOptions = {
  mode: 'setup',
  currency: 'jpy',
  allowedPaymentMethodTypes: ['card'],
  appearance,
  locale: 'ja',
};
const details = {
  name: 'HANAKO YAMADA',
  email: 'a@example.jp',
  phone: '',
  address: { country: 'JP', postal_code: '', state: '', city: '', line1: '', line2: '' },
};

function Form() {
  const stripe = useStripe();
  const elements = useElements();
  const [log, setLog] = useState<string[]>([]);
  const [result, setResult] = useState('');
  const note = (line: string) => setLog((all) => [...all, line]);

  const save = async () => {
    if (!stripe || !elements) return;
    if (query.get('submit') !== 'never') {
      const { error } = await elements.submit();
      if (error) return { error };
    }
    const confirmParams = {
      return_url: `${location.origin}/done`,
      payment_method_data: { billing_details: details },
    };
    return stripe.confirmSetup({ elements, clientSecret: secret, confirmParams, redirect: 'if_required' });
  };
  const press = () => {
    save().then(
      (response) => setResult(JSON.stringify(response)),
      (error: unknown) => setResult(String(error)),
    );
  };
  return (
    <main style={{ maxWidth: 420, margin: '24px auto', padding: 16, fontFamily: 'system-ui, sans-serif' }}>
      <h1 style={{ fontSize: 20 }}>お支払い方法の設定</h1>
      <PaymentElement
        onReady={() => note('ready')}
        onChange={(event) => note(`change ${event.value.type} ${event.complete}`)}
        onLoadError={(event) => note(`loaderror ${event.error.message}`)}
        options={{
          layout: 'tabs',
          fields: { billingDetails: { name: 'never', email: 'never', phone: 'never', address: 'never' } },
        }}
      />
      <p>
        <button type="button" onClick={press} style={{ minHeight: 44, width: '100%', font: 'inherit' }}>
          支払い方法を更新
        </button>
      </p>
      <pre id="log">{log.join('\n')}</pre>
      <output id="result" style={{ overflowWrap: 'anywhere' }}>
        {result}
      </output>
    </main>
  );
}

document.documentElement.style.cssText = dark ? 'background: #12161b; color: #f2f4f7; color-scheme: dark' : '';
const stripe: Promise<Stripe | null> = loadStripe('pk_test_local', { locale: 'ja' });
const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Elements stripe={stripe} options={options}>
        <Form />
      </Elements>
    </StrictMode>,
  );
}
