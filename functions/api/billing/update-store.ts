import { updateStore } from '#shared/contract/billing';
import { editStore } from '../../domain/store/edit-store';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(updateStore, async ({ caller, params, body }) => ({
  shop: await editStore(caller.userId, params.customerId, body),
}));
