import { userSchema } from '../model/account';
import { stripeAddressSchema } from '../model/address';
import { customerSchema, paymentSchema, shopRecordSchema, subscriptionSchema } from '../model/customer';
import {
  deviceGroupSchema,
  deviceRequestSchema,
  deviceSchema,
  repairRecordSchema,
  workRecordSchema,
} from '../model/device';
import { explainedLineSchema } from '../model/document';
import { movementSchema } from '../model/movement';
import { chargeSchema, pricedOrderSchema, promoSchema, quantityPreviewSchema } from '../model/pricing';
import { sessionSchema } from '../model/security';
import { messageSchema } from './parts';

/** The parts of responses, by their names in the API document. Request bodies are written there in full. */
export const namedSchemas = {
  Message: messageSchema,
  User: userSchema,
  Session: sessionSchema,
  Shop: shopRecordSchema,
  Customer: customerSchema,
  Address: stripeAddressSchema,
  Subscription: subscriptionSchema,
  Payment: paymentSchema,
  Pricing: pricedOrderSchema,
  Promotion: promoSchema,
  QuantityPreview: quantityPreviewSchema,
  Charge: chargeSchema,
  Device: deviceSchema,
  DeviceGroup: deviceGroupSchema,
  DeviceRequest: deviceRequestSchema,
  Repair: repairRecordSchema,
  WorkRecord: workRecordSchema,
  Movement: movementSchema,
  DocumentLine: explainedLineSchema,
} as const;
