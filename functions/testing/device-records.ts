import { defaultAppIds } from '#shared/model/record-system';
import { mirrorDevices } from '#functions/jobs';
import type { RequestServices } from './request-services';

const app = defaultAppIds.devices;

/** Fields as Kintone's client takes them. */
export const fieldsOf = (values: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(values).map(([code, value]) => [code, { value }]));

/** The serial number of a test device. */
export const serial = (number: number): string => `RVZ-${String(number).padStart(5, '0')}`;

/** Whether a request reads a page of an app, of devices by default. */
export const isPage = (url: string, number = app): boolean =>
  new RegExp(`^/k/v1/records\\.json\\?app=${number}&`).test(url) && !url.includes('totalCount');

/** The staff's work on records of devices, and the job that mirrors it. The services may start later. */
export const deviceRecords = (services: RequestServices) => {
  const minutes = (count: number): void => services.clock.advance(count * 60_000);
  const mirrored = async () => (await services.items('DEVICE#')).filter((item) => item['sk'] === 'RECORD');
  return {
    run: () => mirrorDevices({}, { getRemainingTimeInMillis: () => 300_000 }),
    minutes,
    mirrored,
    addDevices: async (from: number, count: number, values: Record<string, unknown> = {}): Promise<void> => {
      const records = Array.from({ length: count }, (_, index) =>
        fieldsOf({
          serialNumber: serial(from + index),
          status: '出荷',
          deviceCategory: 'サブスク',
          stripeSubscriptionId: 'sub_1',
          ...values,
        }),
      );
      if (count > 0) await services.kintone.record.addAllRecords({ app, records });
    },
    change: (number: number, values: Record<string, unknown>) =>
      services.kintone.record.updateRecord({
        app,
        updateKey: { field: 'serialNumber', value: serial(number) },
        record: fieldsOf(values),
      }),
    /** Deletes the records of an app that name a device. */
    remove: async (number: number, from = app): Promise<void> => {
      const { records } = await services.kintone.record.getRecords<{ $id: { type: '__ID__'; value: string } }>({
        app: from,
        query: `serialNumber in ("${serial(number)}")`,
      });
      await services.kintone.record.deleteRecords({ app: from, ids: records.map((record) => record.$id.value) });
    },
    statusOf: async (number: number) =>
      (await mirrored()).find((item) => item['serialNumber'] === serial(number))?.['status'],
    counted: (pattern: RegExp): number => services.operations.filter((operation) => pattern.test(operation)).length,
    /** Uses up the time of a run at its page of devices number `page`. */
    endTimeWithPage: (page: number): void => {
      let pages = 0;
      services.inject((service, _operation, { url }) => {
        if (service === 'records' && isPage(url) && (pages += 1) === page) minutes(5);
        return 'pass';
      });
    },
  };
};
