import { legalTexts } from '#shared/model/legal-texts';
import type { Acceptance } from '#shared/model/shop-form';
import { sum } from '#shared/sum';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import type { OpeningItem, OpeningPlan } from '../../adapters/users-table/openings';
import { settleInvoiceAddress } from '../invoice-address/settle-invoice-address';
import { nextOpenStep, openSteps } from './open-steps';
import { consentText } from './consent-text';
import type { Used } from './admit-opening';
import { runOpening, type NewOpening } from './run-opening';
import type { ShopCustomer } from './shop-plan';
import type { IdempotencyIdentity } from '../idempotency/identify';
import { openingName } from './opening-name';
import { placeOf } from '../trials/trial-claims';

/** What is made for a new shop. */
interface ShopToOpen {
  customer: ShopCustomer;
  subscription?: NonNullable<OpeningPlan['subscription']>;
}

export interface ShopRequest {
  userId: string;
  identity: IdempotencyIdentity;
  acceptance: Acceptance | undefined;
  /** Decides what to make; throws if it cannot be made. `until`: unix milliseconds. */
  plan: (until: number) => Promise<ShopToOpen>;
}

/** The result of a request, the same at every repetition. */
export interface OpenedShop {
  customerId: string;
  subscriptionId: string | undefined;
  clientSecret: string | undefined;
}

function toOpened({ id, customerId, subscriptionId, clientSecret }: OpeningItem): OpenedShop {
  if (customerId === undefined) throw new Error(`The opening ${id} is done without a customer`);
  return { customerId, subscriptionId, clientSecret };
}

/** Opens a shop exactly once, even if the same request arrives several times (see runOpening). */
export async function openShop({ userId, identity, acceptance, plan }: ShopRequest): Promise<OpenedShop> {
  const until = clock.now() + callBudget;
  const planShop = async (opening: NewOpening): Promise<{ plan: OpeningPlan; uses: Used }> => {
    const { customer, subscription } = await plan(until);
    const accepted = acceptance && {
      ...acceptance,
      termsHash: legalTexts.terms.sha256,
      privacyHash: legalTexts.privacy.sha256,
      acceptedAt: opening.createdAt,
    };
    return {
      plan: {
        customer: { ...customer, userId, opening: openingName(opening), consent: consentText(accepted) },
        ...(accepted && { acceptance: accepted }),
        ...(subscription && { subscription }),
      },
      uses: {
        shop: true,
        ...(subscription && {
          trial: placeOf(userId, customer.shipping),
          devicesWithoutCard: sum(subscription.items.map(({ quantity }) => quantity)),
        }),
      },
    };
  };
  const next = (opening: OpeningItem) => openSteps[nextOpenStep(opening)];
  const opening = await runOpening({ userId, identity, until, plan: planShop, next });
  const opened = toOpened(opening);
  await settleInvoiceAddress(userId, opened.customerId, { sentTo: opening.plan.customer?.email, until });
  return opened;
}
