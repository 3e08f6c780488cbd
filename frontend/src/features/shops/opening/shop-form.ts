import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod/mini';
import { cardholderNameSchema, promoCodeSchema, quantitySchema, shopOnlyDataSchema } from '#shared/model/shop-form';
import { drafts } from '../../../lib/drafts';
import type { SubmitForm } from '../../../ui/use-submit-form';

const formFields = { ...shopOnlyDataSchema.shape, promoCode: promoCodeSchema };
/** The form in the screen's shape: one for both ways of opening, chosen by `creationMode`. */
export const shopFormSchema = z.discriminatedUnion('creationMode', [
  z.object({
    ...formFields,
    creationMode: z.literal('store-only'),
    cardholderName: z.string(),
    revonizerQuantity: z.number(),
  }),
  z.object({
    ...formFields,
    creationMode: z.literal('with-subscription'),
    cardholderName: cardholderNameSchema,
    revonizerQuantity: quantitySchema,
  }),
]);
export type ShopForm = z.input<typeof shopFormSchema>;

const name = 'new-shop';

/** What this user has typed so far; each field that was not kept is empty. */
export function readShopDraft(userId: string): ShopForm {
  const kept = drafts.read(name, userId);
  if (typeof kept !== 'object' || kept === null) return emptyForm;
  const known = Object.entries(emptyForm).map(([field, empty]) => {
    const value: unknown = Reflect.get(kept, field);
    return [field, typeof value === typeof empty ? value : empty];
  });
  return Object.fromEntries(known) as ShopForm;
}

export const removeShopDraft = (): void => drafts.remove(name);

interface KeptDraftProps {
  form: Pick<SubmitForm<ShopForm>, 'rhf'>;
  userId: string;
  promoCode: string;
}

/** Keeps what is typed; it shows nothing. */
export function KeptDraft({ form, userId, promoCode }: KeptDraftProps) {
  const values = useWatch({ control: form.rhf.control });
  useEffect(() => drafts.write(name, userId, { ...values, promoCode }), [values, userId, promoCode]);
  return null;
}

/** The shop form as it opens (spec 2, Store form). */
const emptyForm: ShopForm = {
  creationMode: 'with-subscription',
  storeName: '',
  dealerCode: '',
  shippingName: '',
  shippingPostalCode: '',
  shippingState: '',
  shippingLine1: '',
  shippingLine2: '',
  shippingPhone: '',
  useSameAddress: true,
  billingName: '',
  billingPostalCode: '',
  billingState: '',
  billingLine1: '',
  billingLine2: '',
  cardholderName: '',
  revonizerQuantity: 1,
  promoCode: '',
};
