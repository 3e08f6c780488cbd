/** A bank's refusal (docs.stripe.com/declines/codes). */
export interface Decline {
  code: string;
  declineCode?: string;
  message: string;
}

/** How one of Stripe's published test cards behaves (docs.stripe.com/testing). */
export interface CardBehaviour {
  number: string;
  brand: 'visa' | 'mastercard' | 'amex' | 'jcb';
  country: string;
  funding: 'credit' | 'debit';
  /** The bank already refuses when the card is saved or attached. */
  declinesSaving?: Decline;
  /** The bank refuses charges. */
  declinesCharges?: Decline;
  /** 3-D Secure: for every transaction, or only until it was completed once. */
  threeDSecure?: 'always' | 'until-set-up';
  /** The bank disputes each charge at once, or asks about it. */
  disputes?: 'fraudulent' | 'product_not_received' | 'inquiry';
  /** A refund is pending for some time, or fails after it had succeeded. */
  refunds?: 'pending' | 'fail';
  /** Its test PaymentMethods and tokens: `pm_card_visa`, `tok_visa`. */
  tokens: string[];
}

const declined = (declineCode: string): Decline => ({
  code: 'card_declined',
  declineCode,
  message: 'Your card was declined.',
});
const insufficientFunds: Decline = {
  code: 'card_declined',
  declineCode: 'insufficient_funds',
  message: 'Your card has insufficient funds.',
};
const expired: Decline = { code: 'expired_card', message: 'Your card has expired.' };
const wrongCvc: Decline = { code: 'incorrect_cvc', message: "Your card's security code is incorrect." };
const processing: Decline = {
  code: 'processing_error',
  message: 'An error occurred while processing your card. Try again in a little bit.',
};

const card = (
  number: string,
  brand: CardBehaviour['brand'],
  tokens: string[],
  more: Partial<CardBehaviour> = {},
): CardBehaviour => ({
  number,
  brand,
  country: 'US',
  funding: 'credit',
  tokens,
  ...more,
});

const refused = (decline: Decline): Partial<CardBehaviour> => ({ declinesSaving: decline, declinesCharges: decline });

const testCards: CardBehaviour[] = [
  card('4242424242424242', 'visa', ['pm_card_visa', 'tok_visa']),
  card('4000056655665556', 'visa', ['pm_card_visa_debit', 'tok_visa_debit'], { funding: 'debit' }),
  card('4000003920000003', 'visa', ['pm_card_jp', 'tok_jp'], { country: 'JP' }),
  card('5555555555554444', 'mastercard', ['pm_card_mastercard', 'tok_mastercard']),
  card('378282246310005', 'amex', ['pm_card_amex', 'tok_amex']),
  card('3566002020360505', 'jcb', ['pm_card_jcb', 'tok_jcb'], { country: 'JP' }),
  card('4000002760003184', 'visa', ['pm_card_authenticationRequired', 'tok_threeDSecureRequired'], {
    threeDSecure: 'always',
  }),
  card('4000002500003155', 'visa', ['pm_card_authenticationRequiredOnSetup'], { threeDSecure: 'until-set-up' }),
  card(
    '4000000000000002',
    'visa',
    ['pm_card_chargeDeclined', 'pm_card_visa_chargeDeclined', 'tok_chargeDeclined'],
    refused(declined('generic_decline')),
  ),
  card(
    '4000000000009995',
    'visa',
    ['pm_card_chargeDeclinedInsufficientFunds', 'tok_chargeDeclinedInsufficientFunds'],
    refused(insufficientFunds),
  ),
  card('4000000000009987', 'visa', ['pm_card_chargeDeclinedLostCard'], refused(declined('lost_card'))),
  card('4000000000009979', 'visa', ['pm_card_chargeDeclinedStolenCard'], refused(declined('stolen_card'))),
  card(
    '4000000000000069',
    'visa',
    ['pm_card_chargeDeclinedExpiredCard', 'tok_chargeDeclinedExpiredCard'],
    refused(expired),
  ),
  card(
    '4000000000000127',
    'visa',
    ['pm_card_chargeDeclinedIncorrectCvc', 'tok_chargeDeclinedIncorrectCvc'],
    refused(wrongCvc),
  ),
  card(
    '4000000000000119',
    'visa',
    ['pm_card_chargeDeclinedProcessingError', 'tok_chargeDeclinedProcessingError'],
    refused(processing),
  ),
  card('4000000000000341', 'visa', ['pm_card_chargeCustomerFail', 'tok_chargeCustomerFail'], {
    declinesCharges: declined('generic_decline'),
  }),
  card('4000000000000259', 'visa', ['pm_card_createDispute', 'tok_createDispute'], { disputes: 'fraudulent' }),
  card('4000000000002685', 'visa', ['pm_card_createDisputeProductNotReceived', 'tok_createDisputeProductNotReceived'], {
    disputes: 'product_not_received',
  }),
  card('4000000000001976', 'visa', ['pm_card_createDisputeInquiry', 'tok_createDisputeInquiry'], {
    disputes: 'inquiry',
  }),
  card('4000000000007726', 'visa', ['pm_card_pendingRefund', 'tok_pendingRefund'], { refunds: 'pending' }),
  card('4000000000005126', 'visa', ['pm_card_refundFail', 'tok_refundFail'], { refunds: 'fail' }),
];

export const cardByNumber = (number: string): CardBehaviour | undefined =>
  testCards.find((one) => one.number === number);
export const cardByToken = (token: string): CardBehaviour | undefined =>
  testCards.find((one) => one.tokens.includes(token));

/** In test mode, other valid card numbers are refused as real cards. */
export const realCardInTestMode: Decline = {
  code: 'card_declined',
  declineCode: 'test_mode_live_card',
  message:
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid ' +
    'test cards, visit: https://stripe.com/docs/testing.',
};
