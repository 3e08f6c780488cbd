import * as movement from '#shared/contract/movement';
import { listMovements } from '../../domain/movements/list';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(movement.listMovements, ({ caller, params }) => listMovements(caller, params.id));
