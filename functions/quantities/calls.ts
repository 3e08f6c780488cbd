import * as billing from '#shared/contract/billing';
import * as quantities from './change-quantities';
import * as quantityPreview from './preview-quantities';
import { defineHandler } from '#functions/http/define-handler';

export const previewQuantities = defineHandler(billing.previewQuantities, ({ params, body }) =>
  quantityPreview.previewQuantities(params.id, body),
);

export const changeQuantities = defineHandler(billing.changeQuantities, ({ caller, params, body, idempotency }) =>
  quantities.changeQuantities(caller, params.id, body, idempotency),
);
