import { listDevices } from '#shared/contract/device';
import { listMovements } from '#shared/contract/movement';
import { recordApps, type requestStages } from '#shared/model/record-system';
import type { PortalClient } from '../portal-client';
import type { Staff } from './staff';

/**
 * How far the staff are with the first shipment of each demo shop, in the order of the shops; undefined if they have
 * not looked at it yet. A cancelled contract has its shipment withdrawn.
 */
const stages: readonly ((typeof requestStages)[number] | undefined)[] = ['輸送中', '完了', undefined, '到着'];

/** Does the staff's part of the movements that opening the shops ordered. */
export async function makeMovements(owner: PortalClient, staff: Staff): Promise<void> {
  const { requestId, stage: field } = recordApps.requests.fields;
  const shops = await owner.send(listDevices);
  for (const [index, { id }] of shops.entries()) {
    const { movements } = await owner.send(listMovements, { params: { id } });
    const [first] = movements.filter(({ cause }) => cause === 'subscribed');
    const stage = stages[index];
    if (first && stage) await staff.change('requests', requestId.code, first.id, { [field.code]: stage });
  }
}
