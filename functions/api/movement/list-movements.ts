import * as contract from '#shared/contract/movement';
import { listMovements } from '../../domain/movements/list-movements';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(contract.listMovements, ({ caller, params }) => listMovements(caller, params.id));
