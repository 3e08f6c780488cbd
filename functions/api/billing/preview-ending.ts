import * as billing from '#shared/contract/billing';
import { previewEnding } from '../../domain/endings/preview-ending';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.previewEnding, ({ params }) => previewEnding(params.id));
