import { benchBundles } from './bundles';
import { benchDeviceLists } from './device-lists';
import { benchDevices } from './devices';
import { benchCustomers } from './customers';
import { benchEvents } from './events';
import { benchPage } from './page';
import { benchStart } from './start';

const benches: Record<string, () => Promise<void>> = {
  bundles: benchBundles,
  devices: benchDevices,
  lists: benchDeviceLists,
  events: benchEvents,
  page: benchPage,
  customers: benchCustomers,
  start: benchStart,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length > 0) {
  console.error(`There is no bench "${unknown.join(', ')}"; there are: ${Object.keys(benches).join(', ')}`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : Object.keys(benches)) {
  console.log(`\n${name}\n${'-'.repeat(name.length)}`);
  await benches[name]?.();
}
