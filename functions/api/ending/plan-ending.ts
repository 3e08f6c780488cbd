import * as ending from '#shared/contract/ending';
import { planEnding } from '../../domain/endings/plan-ending';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(ending.planEnding, ({ caller, params, body }) =>
  planEnding(caller, params.id, body),
);
