import { listDevices } from '#shared/contract/device';
import { listMovements } from '#shared/contract/movement';
import { recordApps, type requestStages } from '#shared/model/record-system';
import type { PortalClient } from '../portal-client';
import type { Staff } from './staff';

/**
 * How far the staff are with the first shipment of a demo shop, by a word in its name; all others are closed. A
 * cancelled contract has its shipment withdrawn.
 */
const stages: Readonly<Record<string, (typeof requestStages)[number] | undefined>> = {
  青山: '輸送中',
  仙台: undefined,
  広島: '到着',
};

/** Does the staff's part of the movements that opening the shops ordered. */
export async function makeMovements(owner: PortalClient, staff: Staff): Promise<void> {
  const { requestId, stage: field } = recordApps.requests.fields;
  const shops = await owner.send(listDevices);
  for (const { id, name } of shops) {
    const { movements } = await owner.send(listMovements, { params: { id } });
    const first = movements.find(({ cause, state }) => cause === 'subscribed' && state === 'ordered');
    const place = Object.keys(stages).find((word) => name.includes(word));
    const stage = place === undefined ? '完了' : stages[place];
    if (first && stage) await staff.change('requests', requestId.code, first.id, { [field.code]: stage });
  }
}
