import { jobTimeout } from '#shared/constants';
import { defaultAppIds, recordApps } from '#shared/model/record-system';
import { runMirror } from '#functions/mirror/mirror-jobs';
import { fieldsOf } from './device-records';
import type { PaymentServices } from './payment-services';
import { doTasks } from './task-queue';

const { devices, requests } = defaultAppIds;
const { stage } = recordApps.requests.fields;

/** The staff's work in Kintone, beside a shop that pays at Stripe. The services may start later. */
export const staffRecords = (services: Pick<PaymentServices, 'clock' | 'kintone'>) => {
  const set = (app: string, field: string, value: string, values: Record<string, unknown>): Promise<unknown> =>
    services.kintone.record.updateRecord({ app, updateKey: { field, value }, record: fieldsOf(values) });
  const setRequest = (requestId: string, values: Record<string, unknown>): Promise<unknown> =>
    set(requests, 'requestId', requestId, values);
  return {
    /** A rented device that was shipped. */
    enter: (serialNumber: string, stripeSubscriptionId: string): Promise<unknown> =>
      services.kintone.record.addRecord({
        app: devices,
        record: fieldsOf({ serialNumber, status: '出荷', deviceCategory: 'サブスク', stripeSubscriptionId }),
      }),
    setDevice: (serialNumber: string, values: Record<string, unknown>): Promise<unknown> =>
      set(devices, 'serialNumber', serialNumber, values),
    setRequest,
    setStage: (requestId: string, to: string): Promise<unknown> => setRequest(requestId, { [stage.code]: to }),
    remove: async (app: 'devices' | 'requests', value: string): Promise<void> => {
      const query = `${app === 'devices' ? 'serialNumber' : 'requestId'} in ("${value}")`;
      const { records } = await services.kintone.record.getRecords<{ $id: { type: '__ID__'; value: string } }>({
        app: defaultAppIds[app],
        query,
      });
      const ids = records.map(({ $id }) => $id.value);
      if (ids.length > 0) await services.kintone.record.deleteRecords({ app: defaultAppIds[app], ids });
    },
    /** Everything that happens by itself: tasks, and the mirror's run ten minutes later. */
    settle: async (): Promise<void> => {
      await doTasks();
      services.clock.advance(10 * 60_000);
      await runMirror('devices', services.clock.now() + jobTimeout * 1000);
      await doTasks();
    },
  };
};
