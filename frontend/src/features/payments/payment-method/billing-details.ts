import type { ShopRecord } from '#shared/model/customer';
import type { BillingDetails } from '../card/card-fields';

/**
 * The data saved with a shop's card: its billing address, and its holder's name, which 3-D Secure requires in Japan.
 */
export function billingDetailsOf({ customer }: Pick<ShopRecord, 'customer'>, cardholderName: string): BillingDetails {
  const { address } = customer;
  return {
    name: cardholderName.trim(),
    email: customer.email ?? '',
    phone: customer.phone ?? '',
    address: {
      country: 'JP',
      postal_code: address?.postal_code ?? '',
      state: address?.state ?? '',
      city: address?.city ?? '',
      line1: address?.line1 ?? '',
      line2: address?.line2 ?? '',
    },
  };
}
