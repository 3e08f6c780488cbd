import { deviceKey, deviceSortKeys } from './keys';
import { queryBelow } from './query-all';
import type { RequestItem } from './requests';

/** A request by its id alone, among those of a device; undefined where it is not kept any more. */
export const findRequest = async (serialNumber: string, requestId: string): Promise<RequestItem | undefined> =>
  (await queryBelow<RequestItem>(deviceKey(serialNumber), deviceSortKeys.requests)).find(
    (item) => item.requestId === requestId,
  );
