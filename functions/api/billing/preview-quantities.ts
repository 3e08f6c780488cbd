import { previewQuantities as previewQuantitiesCall } from '#shared/contract/billing';
import { previewQuantities } from '../../domain/quantities/preview-quantities';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(previewQuantitiesCall, ({ params, body }) => previewQuantities(params.id, body));
