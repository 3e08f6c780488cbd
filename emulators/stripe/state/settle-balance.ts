/**
 * docs.stripe.com/currencies#minimum-and-maximum-charge-amounts: an amount below 50 yen goes to the customer's balance.
 */
const minimumCharge = 50;

/**
 * The amount to pay after the customer's balance (docs.stripe.com/billing/customer/balance): credit pays first; a
 * negative total becomes credit.
 */
export function settleBalance(total: number, balance: number): { amountDue: number; endingBalance: number } {
  const whole = total + balance;
  return whole < minimumCharge ? { amountDue: 0, endingBalance: whole } : { amountDue: whole, endingBalance: 0 };
}
