import * as ending from '#shared/contract/ending';
import { previewEnding } from '../../domain/endings/preview-ending';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(ending.previewEnding, ({ caller, params }) => previewEnding(caller, params.id));
