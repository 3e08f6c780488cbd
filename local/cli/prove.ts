import { facts as aws } from '#emulators/aws/facts';
import { facts as kintone } from '#emulators/kintone/facts';
import { facts as stripe } from '#emulators/stripe/facts';

const services = [...stripe, ...aws, ...kintone];

/**
 * `npm run prove -- <service> [fact …]`: checks each fact that the product or an emulator assumes against the service
 * that the environment names. Exit code 1 if a fact differs, 2 if none could be tried.
 */
const [name = '', ...only] = process.argv.slice(2);
const service = services.find((one) => one.name === name);
if (!service) {
  console.error(`Name one of: ${services.map((one) => one.name).join(', ')}`);
  process.exit(2);
}
try {
  const report = await service.prove({ environment: process.env, only, write: (line) => console.log(line) });
  process.exit(report.differs > 0 ? 1 : 0);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(2);
}
