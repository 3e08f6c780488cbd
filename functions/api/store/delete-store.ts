import { deleteStore as deleteStoreCall } from '#shared/contract/store';
import { deleteStore } from '../../domain/store/delete-store';
import { defineHandler } from '../../runtime/define-handler';

export const handler = defineHandler(deleteStoreCall, async ({ caller, params, from }) => {
  await deleteStore(caller, params.customerId, from);
  return { message: '店舗を削除しました' };
});
