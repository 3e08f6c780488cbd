import * as z from 'zod/mini';
import { emailSchema } from './account';
import { isPrefecture, phonePattern, postalCodePattern } from './address';
import { legalTexts } from './legal-texts';

/** Our words: the specification asks for a message of its own for each field and shows none (spec 5). */
export const storeFormTexts = {
  storeName: '店舗名を入力してください',
  storeNameLength: '店舗名は100文字以内で入力してください',
  dealerCode: '代理店コードは半角数字6桁で入力してください',
  shippingName: 'お届け先のお名前を入力してください',
  shippingPostalCode: '郵便番号はハイフンなしの7桁で入力してください',
  shippingState: '都道府県を選択してください',
  shippingLine1: '市区町村・番地を入力してください',
  shippingPhone: '電話番号はハイフンなしの半角数字で入力してください（例：0312345678）',
  billingPostalCode: '請求先の郵便番号はハイフンなしの7桁で入力してください',
  billingState: '請求先の都道府県を選択してください',
  tooLong: '100文字以内で入力してください',
  cardholderName: 'カード名義人をローマ字で入力してください（例：TARO YAMADA）',
  revonizerQuantity: '台数は1〜20台で選択してください',
  acceptance: '利用規約とプライバシーポリシーへの同意が必要です',
} as const;

const text = (max: number, tooLong: string = storeFormTexts.tooLong) =>
  z.string().check(z.trim(), z.maxLength(max, tooLong));
const required = (message: string, max = 100, tooLong: string = storeFormTexts.tooLong) =>
  z.string(message).check(z.trim(), z.minLength(1, message), z.maxLength(max, tooLong));
const optionalText = z._default(text(100), '');

const dealerCode = z
  .string(storeFormTexts.dealerCode)
  .check(z.trim(), z.regex(/^[0-9]{6}$/, storeFormTexts.dealerCode));
const postalCode = z
  .string(storeFormTexts.shippingPostalCode)
  .check(z.trim(), z.regex(postalCodePattern, storeFormTexts.shippingPostalCode));
const state = z.string(storeFormTexts.shippingState).check(z.refine(isPrefecture, storeFormTexts.shippingState));
const phone = z
  .string(storeFormTexts.shippingPhone)
  .check(z.trim(), z.regex(phonePattern, storeFormTexts.shippingPhone));
const optionalPostalCode = z._default(
  z.string().check(
    z.trim(),
    z.refine((value) => value === '' || postalCodePattern.test(value), storeFormTexts.billingPostalCode),
  ),
  '',
);
const optionalState = z._default(
  z.string().check(z.refine((value) => value === '' || isPrefecture(value), storeFormTexts.billingState)),
  '',
);

/** Name as embossed on a card: Latin letters, spaces and the marks that occur in names. */
export const cardholderNameSchema = z
  .string(storeFormTexts.cardholderName)
  .check(
    z.trim(),
    z.maxLength(60, storeFormTexts.cardholderName),
    z.regex(/^[A-Za-z][A-Za-z .'-]*$/, storeFormTexts.cardholderName),
  );

/** 1 to 20 devices at the opening of a shop (spec 9). */
export const quantitySchema = z
  .int(storeFormTexts.revonizerQuantity)
  .check(z.minimum(1, storeFormTexts.revonizerQuantity), z.maximum(20, storeFormTexts.revonizerQuantity));

export const promoCodeSchema = z.string().check(z.trim(), z.maxLength(100, storeFormTexts.tooLong));

/** Fields that both ways of opening a shop share (spec 3, Store form). */
const storeFields = {
  storeName: required(storeFormTexts.storeName, 100, storeFormTexts.storeNameLength),
  dealerCode,
  shippingName: required(storeFormTexts.shippingName),
  shippingPostalCode: postalCode,
  shippingState: state,
  shippingLine1: required(storeFormTexts.shippingLine1),
  shippingLine2: optionalText,
  shippingPhone: phone,
  useSameAddress: z.boolean(),
  billingName: optionalText,
  billingPostalCode: optionalPostalCode,
  billingState: optionalState,
  billingLine1: optionalText,
  billingLine2: optionalText,
};

/** `storeData` of POST /api/stores/create-store-only (spec 7). */
export const storeOnlyDataSchema = z.object(storeFields);
export type StoreOnlyData = z.output<typeof storeOnlyDataSchema>;

/** The form as the screen holds it: one shape for both ways, chosen by `creationMode`. */
export const storeFormSchema = z.discriminatedUnion('creationMode', [
  z.object({
    ...storeFields,
    creationMode: z.literal('store-only'),
    cardholderName: z.string(),
    revonizerQuantity: z.number(),
    promoCode: promoCodeSchema,
  }),
  z.object({
    ...storeFields,
    creationMode: z.literal('with-subscription'),
    cardholderName: cardholderNameSchema,
    revonizerQuantity: quantitySchema,
    promoCode: promoCodeSchema,
  }),
]);
export type StoreForm = z.input<typeof storeFormSchema>;

const submittedAddress = z.object({
  postal_code: postalCode,
  state,
  line1: required(storeFormTexts.shippingLine1),
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

/** `storeData` of POST /api/stores/create-with-subscription (spec 7). `email` is where invoices go. */
export const subscribedStoreDataSchema = z.object({
  storeName: storeFields.storeName,
  dealerCode,
  email: emailSchema,
  shippingName: storeFields.shippingName,
  shippingAddress: submittedAddress,
  billingName: optionalText,
  billingAddress: submittedBillingAddress,
  shippingPhone: phone,
  cardholderName: cardholderNameSchema,
});
export type SubscribedStoreData = z.output<typeof subscribedStoreDataSchema>;

export const subscriptionDataSchema = z.object({
  revonizerQuantity: quantitySchema,
  promoCode: z.optional(promoCodeSchema),
});

const currentVersion = (version: string) => z.literal(version, storeFormTexts.acceptance);

/**
 * What was agreed to before a shop was opened: the version of each text that was read to its end; only the current
 * ones count.
 */
export const acceptanceSchema = z.object({
  termsVersion: currentVersion(legalTexts.terms.version),
  privacyVersion: currentVersion(legalTexts.privacy.version),
});
export type Acceptance = z.output<typeof acceptanceSchema>;
