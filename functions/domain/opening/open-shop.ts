import { legalTexts } from '#shared/model/legal-texts';
import type { Acceptance } from '#shared/model/shop-form';
import { clock } from '../../adapters/clock';
import { callBudget } from '../../adapters/stripe/client';
import type { SubmitItem, SubmitPlan } from '../../adapters/users-table/openings';
import { nextStep } from '../idempotency/decide';
import { runSubmit, type Accepted } from './run-opening';
import type { ShopCustomer } from './shop-plan';
import { submitName, type IdempotencyIdentity } from '../idempotency/identify';
import { steps } from './open-steps';

export interface ShopRequest {
  userId: string;
  identity: IdempotencyIdentity;
  acceptance: Acceptance | undefined;
  /**
   * What is to be made, asked for once when the submit is accepted; refuses what cannot be. `until` in unix
   * milliseconds.
   */
  plan: (until: number) => Promise<{ customer: ShopCustomer; subscription?: NonNullable<SubmitPlan['subscription']> }>;
}

/** The answer to a submit, the same at every repetition. */
export interface OpenedShop {
  customerId: string;
  subscriptionId: string | undefined;
  clientSecret: string | undefined;
}

function toOpened({ id, customerId, subscriptionId, clientSecret }: SubmitItem): OpenedShop {
  if (customerId === undefined) throw new Error(`The submit ${id} is done without a customer`);
  return { customerId, subscriptionId, clientSecret };
}

/** Opens a shop once, however often the same submit arrives, is retried or is cut off (runSubmit). */
export async function openShop({ userId, identity, acceptance, plan }: ShopRequest): Promise<OpenedShop> {
  const until = clock.now() + callBudget;
  const planShop = async (accepted: Accepted): Promise<{ plan: SubmitPlan }> => {
    const { customer, subscription } = await plan(until);
    return {
      plan: {
        customer: { ...customer, userId, submit: submitName(accepted) },
        ...(acceptance && {
          acceptance: {
            ...acceptance,
            termsHash: legalTexts.terms.sha256,
            privacyHash: legalTexts.privacy.sha256,
            acceptedAt: accepted.createdAt,
          },
        }),
        ...(subscription && { subscription }),
      },
    };
  };
  return toOpened(
    await runSubmit({ userId, identity, until, plan: planShop, next: (submit) => steps[nextStep(submit)] }),
  );
}
