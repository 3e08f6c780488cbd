import { useEffect } from 'react';
import { useWatch } from 'react-hook-form';
import type { ShopForm } from './shop-form';
import { drafts } from '../../../lib/drafts';
import type { SubmitForm } from '../../../ui/use-submit-form';

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
  /** The code as it is typed. */
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
