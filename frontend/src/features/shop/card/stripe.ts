import type { Appearance, Stripe } from '@stripe/stripe-js';
import { loadStripe } from '@stripe/stripe-js/pure';
import type { Theme } from '../../../lib/theme';

interface StripeConfig {
  publishableKey: string;
  /** Where Stripe.js is loaded from instead of js.stripe.com; null means there. */
  stripeJsUrl: string | null;
}

const scripts = new Map<string, Promise<void>>();
const loaded = new Map<string, Promise<Stripe>>();

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
 * Loads the card provider's script and gives its client. For payment screens only: before them no byte comes from
 * Stripe (hence `/pure`). Rejects where the script cannot be had; calling again tries again.
 */
export function loadStripeFor({ publishableKey, stripeJsUrl }: StripeConfig): Promise<Stripe> {
  return once(loaded, `${publishableKey} ${stripeJsUrl ?? ''}`, async () => {
    // loadStripe takes a Stripe that is already there for its own.
    if (stripeJsUrl) await once(scripts, stripeJsUrl, () => loadScript(stripeJsUrl));
    const stripe = await loadStripe(publishableKey, { locale: 'ja' });
    if (!stripe) throw new Error('Stripe.js is not available');
    return stripe;
  });
}

/** Gives Stripe's own fields the portal's colours. They live in another document, so they get values, not variables. */
export function stripeAppearance(theme: Theme): Appearance {
  const style = getComputedStyle(document.documentElement);
  const colours = {
    colorPrimary: '--accent',
    colorBackground: '--surface',
    colorText: '--ink',
    colorTextSecondary: '--ink-soft',
    colorDanger: '--danger',
  } as const;
  const variables = Object.fromEntries(
    Object.entries(colours).flatMap(([name, token]) =>
      style.getPropertyValue(token) ? [[name, style.getPropertyValue(token).trim()]] : [],
    ),
  );
  return {
    theme: theme === 'dark' ? 'night' : 'stripe',
    variables: { ...variables, borderRadius: '10px', fontSizeBase: '16px' },
  };
}
