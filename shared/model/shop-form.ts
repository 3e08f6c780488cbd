import * as z from 'zod/mini';
import { mostDevicesOfOrder } from '../constants';
import { plainCode } from '../numbers';
import { emailSchema } from './account';
import { isPrefecture, postalCodePattern } from './address';
import { anyPhoneSchema, courierPhoneSchema } from './phone';
import { asDigits, asLine, tidyPostalCode } from './typed-text';
import { legalTexts } from './legal-texts';
import { metadataKeys } from './customer';

/** Our own texts: the specification requires a message for each field but gives none (spec 5). */
const shopFormTexts = {
  storeName: '店舗名を入力してください',
  shopNameLength: '店舗名は100文字以内で入力してください',
  dealerCode: '代理店コードは半角数字6桁で入力してください',
  shippingName: 'お届け先のお名前を入力してください',
  shippingPostalCode: '郵便番号を7桁で入力してください',
  shippingState: '都道府県を選択してください',
  shippingLine1: '市区町村・番地を入力してください',
  billingPostalCode: '請求先の郵便番号を7桁で入力してください',
  billingState: '請求先の都道府県を選択してください',
  tooLong: '100文字以内で入力してください',
  cardholderName: 'カード名義人をローマ字で入力してください（例：TARO YAMADA）',
  revonizerQuantity: `台数は1〜${mostDevicesOfOrder}台で選択してください`,
  acceptance: '利用規約とプライバシーポリシーへの同意が必要です',
} as const;

const required = (message: string, tooLong: string = shopFormTexts.tooLong) =>
  z.string(message).check(asLine, z.minLength(1, message), z.maxLength(100, tooLong));
const optionalText = z._default(z.string().check(asLine, z.maxLength(100, shopFormTexts.tooLong)), '');

const dealerCode = z.string(shopFormTexts.dealerCode).check(asDigits, z.regex(/^[0-9]{6}$/, shopFormTexts.dealerCode));
const postalCode = z
  .string(shopFormTexts.shippingPostalCode)
  .check(asDigits, z.regex(postalCodePattern, shopFormTexts.shippingPostalCode));
const state = z.string(shopFormTexts.shippingState).check(z.refine(isPrefecture, shopFormTexts.shippingState));
const optionalPostalCode = z._default(
  z.string().check(
    asDigits,
    z.refine((value) => value === '' || postalCodePattern.test(value), shopFormTexts.billingPostalCode),
  ),
  '',
);
const optionalState = z._default(
  z.string().check(z.refine((value) => value === '' || isPrefecture(value), shopFormTexts.billingState)),
  '',
);

/** The name embossed on a card: Latin letters, spaces and the marks that occur in names. */
export const cardholderNameSchema = z
  .string(shopFormTexts.cardholderName)
  .check(
    z.trim(),
    z.maxLength(60, shopFormTexts.cardholderName),
    z.regex(/^[A-Za-z][A-Za-z .'-]*$/, shopFormTexts.cardholderName),
  );

/** 1 to 20 devices at the opening of a shop (spec 9). */
export const quantitySchema = z
  .int(shopFormTexts.revonizerQuantity)
  .check(z.minimum(1, shopFormTexts.revonizerQuantity), z.maximum(mostDevicesOfOrder, shopFormTexts.revonizerQuantity));

export const promoCodeSchema = z.string().check(z.overwrite(plainCode), z.maxLength(100, shopFormTexts.tooLong));

/** Fields that both ways of opening a shop share (spec 3, Store form). */
const shopFields = {
  storeName: required(shopFormTexts.storeName, shopFormTexts.shopNameLength),
  dealerCode,
  shippingName: required(shopFormTexts.shippingName),
  shippingPostalCode: postalCode,
  shippingState: state,
  shippingLine1: required(shopFormTexts.shippingLine1),
  shippingLine2: optionalText,
  shippingPhone: courierPhoneSchema,
  useSameAddress: z.boolean(),
  billingName: optionalText,
  billingPostalCode: optionalPostalCode,
  billingState: optionalState,
  billingLine1: optionalText,
  billingLine2: optionalText,
};

/** `storeData` of POST /api/stores/create-store-only (spec 7). */
export const shopOnlyDataSchema = z.object(shopFields);
export type ShopOnlyData = z.output<typeof shopOnlyDataSchema>;

const submittedAddress = z.object({
  postal_code: postalCode,
  state,
  line1: required(shopFormTexts.shippingLine1),
  line2: optionalText,
  country: z.literal('JP'),
});
const submittedBillingAddress = z.object({
  postal_code: optionalPostalCode,
  state: optionalState,
  line1: optionalText,
  line2: optionalText,
  country: z.literal('JP'),
});

/** `storeData` of POST /api/stores/create-with-subscription (spec 7). Another `email` gets invoices after its click. */
export const subscribedShopDataSchema = z.object({
  storeName: shopFields.storeName,
  dealerCode,
  email: emailSchema,
  shippingName: shopFields.shippingName,
  shippingAddress: submittedAddress,
  billingName: optionalText,
  billingAddress: submittedBillingAddress,
  shippingPhone: courierPhoneSchema,
  cardholderName: cardholderNameSchema,
});
export type SubscribedShopData = z.output<typeof subscribedShopDataSchema>;

export const subscriptionDataSchema = z.object({
  revonizerQuantity: quantitySchema,
  promoCode: z.optional(promoCodeSchema),
});
export type SubscriptionData = z.output<typeof subscriptionDataSchema>;

const currentVersion = (version: string) => z.literal(version, shopFormTexts.acceptance);

/** The texts accepted before a shop was opened, by version; only the current versions count. */
export const acceptanceSchema = z.object({
  termsVersion: currentVersion(legalTexts.terms.version),
  privacyVersion: currentVersion(legalTexts.privacy.version),
});
export type Acceptance = z.output<typeof acceptanceSchema>;

const tooLong = '500文字以内で入力してください';
/** Plain text without constraints (spec 5, Store edit) except Stripe's own length (docs.stripe.com/api/metadata). */
const plainText = z.string().check(asLine, z.maxLength(500, tooLong));

const editedAddress = z.object({
  postal_code: plainText.check(z.overwrite(tidyPostalCode)),
  state: plainText,
  city: z._default(plainText, ''),
  line1: plainText,
  line2: z._default(plainText, ''),
  country: z._default(z.literal('JP'), 'JP'),
});

/** The body of POST /api/stripe/customer/{customerId}/metadata (spec 7); fields that are left out stay unchanged. */
export const shopEditSchema = z.object({
  address: z.optional(editedAddress),
  shipping: z.optional(z.object({ address: editedAddress, name: plainText, phone: z.optional(anyPhoneSchema) })),
  phone: z.optional(anyPhoneSchema),
  metadata: z.optional(z.object({ [metadataKeys.salonName]: plainText })),
});
export type ShopEdit = z.output<typeof shopEditSchema>;
