import type { FactService } from '../../platform/facts';
import { creditNoteFacts } from './credit-note-facts';
import { endingFacts } from './ending-facts';
import { eventFacts } from './event-facts';
import { invoiceFacts } from './invoice-facts';
import { limitFacts } from './limit-facts';
import { paymentFacts } from './payment-facts';
import { priceFacts } from './price-facts';
import { promotionFacts } from './promotion-facts';
import { quantityFacts } from './quantity-facts';
import { clientsFrom } from './stripe-clients';
import { openSandbox, type StripeSandbox } from './stripe-sandbox';
import { refundFacts } from './refund-facts';
import { stateFacts } from './state-facts';
import { taxFacts } from './tax-facts';
import { trialFacts } from './trial-facts';

/** What the product and its emulator assume about Stripe. */
export const stripeFacts: FactService<StripeSandbox> = {
  name: 'stripe',
  facts: [
    ...quantityFacts,
    ...endingFacts,
    ...stateFacts,
    ...trialFacts,
    ...promotionFacts,
    ...invoiceFacts,
    ...paymentFacts,
    ...taxFacts,
    ...priceFacts,
    ...creditNoteFacts,
    ...refundFacts,
    ...eventFacts,
    ...limitFacts,
  ],
  open: async (environment) => openSandbox(clientsFrom(environment)),
};
