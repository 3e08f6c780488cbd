import * as billing from '#shared/contract/billing';
import { setAutoRenewal } from '../../domain/endings/end-subscription';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.setAutoRenewal, ({ caller, params, body }) =>
  setAutoRenewal(caller, params.id, body?.autoRenewal),
);
