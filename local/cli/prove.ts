import { prove } from '../facts/prove';
import { services } from '../facts/services';

/**
 * `npm run prove -- <service> [fact …]`: asks the service that the environment names for every fact that the product
 * or an emulator assumes about it. Exit code 1 where one differs, 2 where nothing could be asked.
 */
const [name = '', ...only] = process.argv.slice(2);
const service = services.find((one) => one.name === name);
if (!service) {
  console.error(`Name one of: ${services.map((one) => one.name).join(', ')}`);
  process.exit(2);
}
try {
  const report = await prove(service, { environment: process.env, only, write: (line) => console.log(line) });
  process.exit(report.differs > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
