import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mapWithLimit } from '#functions/platform/map-with-limit';
import { documents } from '#functions/platform/dynamodb/items';
import { deviceKey, deviceSortKeys, devicesTable } from '#functions/devices/items';
import { listDevicesUnder } from '#functions/devices/devices-table';
import { readPage } from '#functions/devices/read-page';
import { toDeviceItem } from '#functions/devices/to-items';
import { mostWrites } from '#functions/mirror/write-devices';
import { mirrorDevices } from '#functions/jobs';

/** Only reads the pages and writes the items: the base of the ratio for a full sync. */
async function readAndWrite(): Promise<number> {
  let written = 0;
  for (let after = 0, isLast = false; !isLast;) {
    const page = await readPage('devices', { after });
    await mapWithLimit(mostWrites, page.records, async (record) => {
      const device = toDeviceItem(record);
      const Item = {
        pk: deviceKey(device.serialNumber),
        sk: deviceSortKeys.record,
        ...device,
      };
      await documents.send(new PutCommand({ TableName: devicesTable(), Item }));
    });
    written += page.records.length;
    after = Number(page.records.at(-1)?.['$id']?.value ?? after);
    isLast = page.isLast;
  }
  return written;
}

const works: Record<string, () => Promise<number>> = {
  alone: readAndWrite,
  sync: async () => (await mirrorDevices({}, { getRemainingTimeInMillis: () => 3_600_000 })).changed,
  shop: async () => (await listDevicesUnder(['sub_large'])).length,
};

const rssBefore = process.memoryUsage().rss;
let peak = rssBefore;
// The system's own peak includes the parent's memory at the fork, so memory is read 50 times a second instead.
const look = (): void => void (peak = Math.max(peak, process.memoryUsage.rss()));
setInterval(look, 20).unref();
const startedAt = performance.now();
void works[process.argv[2] ?? '']?.().then((count) => {
  const milliseconds = performance.now() - startedAt;
  look();
  console.log(JSON.stringify({ count, milliseconds, peak, grown: peak - rssBefore }));
});
