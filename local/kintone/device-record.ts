import { recordApps } from '#shared/model/record-system';
import { toMinute } from '#emulators/kintone';

const { fields } = recordApps.devices;

interface Device {
  subscriptionId?: string;
  /** @default サブスク */
  category?: string;
  sold?: boolean;
  /** @default 出荷 */
  status?: string;
  /** When it got this status, in unix milliseconds. @default November 2026 */
  since?: number;
  /** The shop that has it, where no subscription says so. */
  customerId?: string;
}

/** The record of a device, as the staff enter it. */
export const deviceRecord = (
  serialNumber: string,
  {
    subscriptionId = '',
    category = 'サブスク',
    sold = false,
    status = '出荷',
    since = Date.UTC(2026, 10, 1),
    customerId = '',
  }: Device = {},
): Record<string, string | null> => ({
  [fields.serialNumber.code]: serialNumber,
  [fields.status.code]: status,
  [fields.statusUpdatedAt.code]: toMinute(since),
  [fields.stripeSubscriptionId.code]: subscriptionId,
  [fields.deviceCategory.code]: category,
  [fields.subscriptionRentalAvailability.code]: sold ? '販売済' : null,
  ...(customerId !== '' && { [fields.customerId.code]: customerId }),
});
