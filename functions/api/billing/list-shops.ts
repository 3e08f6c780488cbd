import * as billing from '#shared/contract/billing';
import { listShops } from '../../domain/shops/list-shops';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(billing.listShops, ({ caller, query }) => listShops(caller, query.after));
