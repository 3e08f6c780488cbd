import * as ending from '#shared/contract/ending';
import { takeBackEnding } from '../../domain/endings/take-back-ending';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(ending.takeBackEnding, ({ caller, params }) => takeBackEnding(caller, params.id));
