import { toNestErrors } from '@hookform/resolvers';
import type { FieldPath, Resolver } from 'react-hook-form';
import { metadataKeys, type ShopRecord } from '#shared/model/customer';
import type { StripeAddress } from '#shared/model/address';
import { shopEditSchema, type ShopEdit } from '#shared/model/shop-form';

/** The initial values of the edit dialog's fields: every text unchanged, an absent one empty (spec 5, Store edit). */
export interface ShopEditForm {
  salonName: string;
  phone: string;
  billing: AddressForm;
  shippingName: string;
  shippingPhone: string;
  shipping: AddressForm;
}

export interface AddressForm {
  postal_code: string;
  state: string;
  city: string;
  line1: string;
  line2: string;
}

const toAddressForm = (address: StripeAddress | null | undefined): AddressForm => ({
  postal_code: address?.postal_code ?? '',
  state: address?.state ?? '',
  city: address?.city ?? '',
  line1: address?.line1 ?? '',
  line2: address?.line2 ?? '',
});

export const toForm = ({ metadata, phone, address, shipping }: ShopRecord['customer']): ShopEditForm => ({
  salonName: metadata[metadataKeys.salonName] ?? '',
  phone: phone ?? '',
  billing: toAddressForm(address),
  shippingName: shipping?.name ?? '',
  shippingPhone: shipping?.phone ?? '',
  shipping: toAddressForm(shipping?.address),
});

/**
 * The request of spec 7; country is always JP. A shop without a shipping address gets none if no part of it was typed.
 */
function toRequest(form: ShopEditForm, customer: Pick<ShopRecord['customer'], 'shipping'>): ShopEdit {
  const typed = [form.shippingName, form.shippingPhone, ...Object.values(form.shipping)].some(
    (text: string) => text.trim() !== '',
  );
  return {
    address: { ...form.billing, country: 'JP' },
    ...((customer.shipping || typed) && {
      shipping: {
        address: { ...form.shipping, country: 'JP' as const },
        name: form.shippingName,
        phone: form.shippingPhone,
      },
    }),
    phone: form.phone,
    metadata: { [metadataKeys.salonName]: form.salonName },
  };
}

/** The fields of the form by the paths of the request. */
const fieldsByPath: Readonly<Record<string, FieldPath<ShopEditForm>>> = {
  [`metadata.${metadataKeys.salonName}`]: 'salonName',
  phone: 'phone',
  'shipping.name': 'shippingName',
  'shipping.phone': 'shippingPhone',
  ...Object.fromEntries(
    (['postal_code', 'state', 'city', 'line1', 'line2'] as const).flatMap((name) => [
      [`address.${name}`, `billing.${name}`],
      [`shipping.address.${name}`, `shipping.${name}`],
    ]),
  ),
};

/** The field that a path of the request belongs to. */
export const fieldOf = (path: string): FieldPath<ShopEditForm> | undefined => fieldsByPath[path];

/** Checks the fields' request by the server's schema, and shows errors under the fields. */
export const checkEdit =
  (customer: Pick<ShopRecord['customer'], 'shipping'>): Resolver<ShopEditForm, unknown, ShopEdit> =>
  (typed, _context, options) => {
    const { data, error } = shopEditSchema.safeParse(toRequest(typed, customer));
    if (data) return { values: data, errors: {} };
    const wrong = error.issues.flatMap(({ path, message }) => {
      const field = fieldOf(path.join('.'));
      return field ? [[field, { type: 'value', message }] as const] : [];
    });
    return { values: {}, errors: toNestErrors(Object.fromEntries(wrong), options) };
  };
