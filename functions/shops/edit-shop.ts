import type { Stripe } from 'stripe';
import { callBudget } from '#shared/constants';
import type { ShopEdit } from '#shared/model/shop-form';
import { metadataKeys, type ShopRecord } from '#shared/model/customer';
import type { RequestBudget } from '#functions/platform/stripe/client';
import { clock } from '#functions/platform/clock';
import { readCustomer, updateCustomer } from './customers';
import { refreshChanged } from './refresh-shop';

type EditedAddress = NonNullable<ShopEdit['address']>;
type EditedShipping = NonNullable<ShopEdit['shipping']>;

/** What completes a shipping address: Stripe stores it as a whole and requires a name in it. */
type Recipient = Record<'name' | 'phone', string>;

const isEmpty = ({ postal_code, state, city, line1, line2 }: EditedAddress): boolean =>
  [postal_code, state, city, line1, line2].every((line) => line === '');
const isCleared = ({ address, name, phone = '' }: EditedShipping): boolean =>
  isEmpty(address) && name === '' && phone === '';

/** Whether an edit leaves out a part of the shipping address that only the existing one can supply. */
const needsRecipient = ({ shipping }: ShopEdit): boolean =>
  shipping !== undefined && !isCleared(shipping) && (shipping.name === '' || shipping.phone === undefined);

/**
 * The Stripe parameters of an edit. An empty text unsets its field (docs.stripe.com/api/customers/update, metadata),
 * lines of an address too; an address without any line is unset as a whole. All lines are sent, so that no former line
 * stays.
 */
export function toEditParams(edit: ShopEdit, recipient: Recipient): Stripe.CustomerUpdateParams {
  const { address, shipping, phone, metadata } = edit;
  return {
    ...(address && { address: isEmpty(address) ? '' : address }),
    ...(shipping && {
      shipping: isCleared(shipping)
        ? ''
        : {
            address: shipping.address,
            name: shipping.name || recipient.name,
            phone: shipping.phone ?? recipient.phone,
          },
    }),
    ...(phone !== undefined && { phone }),
    ...(metadata && { metadata: { [metadataKeys.salonName]: metadata[metadataKeys.salonName] } }),
  };
}

/** The receiver of parcels if an edit names none: the previous one, otherwise the shop by its name. */
async function recipientOf(customerId: string, edit: ShopEdit, options: RequestBudget): Promise<Recipient> {
  const customer = await readCustomer(customerId, options);
  if (customer.deleted) return { name: '-', phone: '' };
  const salonName = edit.metadata?.[metadataKeys.salonName] ?? customer.metadata[metadataKeys.salonName];
  return { name: salonName || customer.name || '-', phone: customer.shipping?.phone ?? '' };
}

/** Changes the fields of a shop's name, phone and addresses that `edit` has, and returns the changed shop. */
export async function updateShop(userId: string, customerId: string, edit: ShopEdit): Promise<ShopRecord> {
  const until = clock.now() + callBudget;
  const recipient = needsRecipient(edit) ? await recipientOf(customerId, edit, { until }) : { name: '', phone: '' };
  const params = toEditParams(edit, recipient);
  if (Object.keys(params).length > 0) await updateCustomer(customerId, params, { until });
  return refreshChanged({ userId, customerId, until });
}
