import type { Appearance, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import { getConfig } from '#shared/contract/platform';
import { callApi } from '../../../lib/api';
import type { Theme } from '../../../lib/theme';

const scripts = new Map<string, Promise<void>>();
const clients = new Map<string, Promise<Stripe>>();

function loadScript(url: string): Promise<void> {
  const script = document.createElement('script');
  script.src = url;
  const done = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      script.remove();
      reject(new Error(`Stripe.js did not load from ${url}`));
    });
  });
  document.head.append(script);
  return done;
}

/** Asks for something once; a failed try is forgotten, so that the next one is a new one. */
function once<Value>(kept: Map<string, Promise<Value>>, key: string, ask: () => Promise<Value>): Promise<Value> {
  const known = kept.get(key);
  if (known) return known;
  const asked = ask().catch((error: unknown) => {
    kept.delete(key);
    throw error;
  });
  kept.set(key, asked);
  return asked;
}

/**
 * Stripe's client, made once for the key from the server. Its script is loaded only here, for payment screens: no other
 * screen loads anything from Stripe (that is why it imports `/pure`). Rejects if the key or the script cannot be
 * loaded; another call tries again.
 */
export async function stripeClient(): Promise<Stripe> {
  const { stripePublishableKey: key, stripeJsUrl } = await callApi(getConfig);
  return once(clients, `${key} ${stripeJsUrl ?? ''}`, async () => {
    // loadStripe uses a Stripe that is in the page already; without an address it loads the one of js.stripe.com.
    if (stripeJsUrl) await once(scripts, stripeJsUrl, () => loadScript(stripeJsUrl));
    const stripe = await loadStripe(key, { locale: 'ja' });
    if (!stripe) throw new Error('Stripe.js is not available');
    return stripe;
  });
}

/** Gives Stripe's own fields the portal's colours and type: as values, because they are in another document. */
export function stripeAppearance(theme: Theme): Appearance {
  const style = getComputedStyle(document.documentElement);
  const tokens = {
    fontFamily: '--font-sans',
    colorPrimary: '--color-accent',
    colorBackground: '--color-surface',
    colorText: '--color-ink',
    colorTextSecondary: '--color-ink-soft',
    colorTextPlaceholder: '--color-ink-soft',
    colorDanger: '--color-danger',
  } as const;
  const variables = Object.fromEntries(
    Object.entries(tokens).flatMap(([name, token]) =>
      style.getPropertyValue(token) ? [[name, style.getPropertyValue(token).trim()]] : [],
    ),
  );
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: { ...variables, borderRadius: '10px', fontSizeBase: '16px' },
    // As the portal's own fields beside them.
    rules: {
      '.Label': { fontSize: '14px', fontWeight: '600', marginBottom: '6px' },
      '.Input': { padding: '11px 14px', borderColor: style.getPropertyValue('--color-line-strong').trim() },
    },
  };
}
