import * as z from 'zod/mini';
import { cardholderNameSchema, promoCodeSchema, quantitySchema, shopOnlyDataSchema } from '#shared/model/shop-form';

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
