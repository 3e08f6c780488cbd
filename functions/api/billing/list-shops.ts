import { listShops as listShopsCall } from '#shared/contract/billing';
import { listShops } from '../../domain/shops/list-shops';
import { defineHandler } from '../../http/define-handler';

export const handler = defineHandler(listShopsCall, async ({ caller }) => listShops(caller));
