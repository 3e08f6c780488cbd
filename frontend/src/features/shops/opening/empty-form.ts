import type { ShopForm } from '#shared/model/shop-form';

/** The shop form as it opens (spec 2, Store form). */
export const emptyForm: ShopForm = {
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
