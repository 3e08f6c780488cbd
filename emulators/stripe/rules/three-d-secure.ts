import type { Account } from '../state/account';
import { newId } from '../state/new-id';
import { behaviourOf } from './saved-cards';

/** The action in an intent while the bank waits for the card holder (docs.stripe.com/payments/3d-secure). */
interface ThreeDSecureAction {
  type: 'use_stripe_sdk';
  use_stripe_sdk: { type: 'three_d_secure_redirect'; stripe_js: string; three_d_secure_2_source: string };
}

/** Whether the bank asks for 3-D Secure for this card now. */
export function asksForAuthentication(account: Account, method: string): boolean {
  const { threeDSecure } = behaviourOf(account, method);
  return threeDSecure === 'always' || (threeDSecure === 'until-set-up' && !account.own('cards', method).authenticated);
}

export function beginAuthentication(account: Account, intent: string, paymentMethod: string): ThreeDSecureAction {
  endAuthentications(account, intent);
  const { id } = account.put('authentications', { id: newId('payatt_3ds'), intent, paymentMethod });
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: account.url(`/3ds/${id}?intent=${intent}`),
      three_d_secure_2_source: id,
    },
  };
}

/** Ends the waiting authentications of an intent that has moved on. */
export function endAuthentications(account: Account, intent: string): void {
  for (const one of account.store.all('authentications'))
    if (one.intent === intent) account.store.drop('authentications', one.id);
}
