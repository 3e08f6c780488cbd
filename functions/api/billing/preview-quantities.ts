import * as billing from '#shared/contract/billing';
import { previewQuantities } from '../../domain/quantities/preview-quantities';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.previewQuantities, ({ params, body }) =>
  previewQuantities(params.id, body),
);
