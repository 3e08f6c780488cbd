import type { Route } from '../calls/route';
import { couponRoutes } from './coupons';
import { creditNoteRoutes } from './credit-notes';
import { customerRoutes } from './customers';
import { disputeRoutes } from './disputes';
import { invoiceItemRoutes } from './invoice-items';
import { invoicePreviewRoutes } from './invoice-preview';
import { invoiceRoutes } from './invoices';
import { paymentIntentRoutes } from './payment-intents';
import { paymentMethodRoutes } from './payment-methods';
import { priceRoutes } from './prices';
import { productRoutes } from './products';
import { promotionCodeRoutes } from './promotion-codes';
import { accountRoutes, readOnlyRoutes, webhookEndpointRoutes } from './read-only';
import { refundRoutes } from './refunds';
import { setupIntentRoutes } from './setup-intents';
import { subscriptionStateRoutes } from './subscription-states';
import { subscriptionItemRoutes, subscriptionRoutes } from './subscriptions';
import { taxRateRoutes } from './tax-rates';
import { testClockRoutes } from './test-clocks';

/** All supported operations. The preview comes before the invoice, whose path would match it too. */
export const allRoutes: Route[] = [
  ...creditNoteRoutes,
  ...customerRoutes,
  ...productRoutes,
  ...priceRoutes,
  ...couponRoutes,
  ...promotionCodeRoutes,
  ...paymentMethodRoutes,
  ...setupIntentRoutes,
  ...paymentIntentRoutes,
  ...refundRoutes,
  ...disputeRoutes,
  ...subscriptionRoutes,
  ...subscriptionItemRoutes,
  ...subscriptionStateRoutes,
  ...invoicePreviewRoutes,
  ...invoiceRoutes,
  ...invoiceItemRoutes,
  ...readOnlyRoutes,
  ...webhookEndpointRoutes,
  ...testClockRoutes,
  ...taxRateRoutes,
  ...accountRoutes,
];
