import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { staffAuth } from '#emulators/kintone';
import { makeBusiness } from '../seed/business';
import { Staff } from '../kintone/staff';
import { stripeAt } from '../stripe-client';

interface Services {
  stripe: string;
  stripeSecretKey: string;
  records: string;
  kintoneApiToken: string;
  signIns: { as: string; email: string }[];
}

/**
 * `npm run demo-business`: makes the running business of docs/moving-in.md on the portal that runs at PORTAL_URL, by
 * default the one of `npm start`; `--shops N` says how many shops it has, 120 by default.
 */
const { PORTAL_URL: portal = 'http://localhost:3000' } = process.env;
const services = (await (await fetch(`${portal}/__local/services`)).json()) as Services;
if (!services.stripeSecretKey.startsWith('sk_test_')) throw new Error('The demo business is for a test account');
const stripe = stripeAt(services.stripe, services.stripeSecretKey);
const staff = new Staff(services.records, staffAuth(services.kintoneApiToken));
const userEmail = services.signIns.find((one) => one.as === 'empty')?.email;
if (userEmail === undefined) throw new Error('The portal is still being filled: run this again in a minute');
const { values } = parseArgs({ options: { shops: { type: 'string', default: '120' } } });
const { shops, inTheWay, mapping } = await makeBusiness({ stripe, staff, userEmail }, Number(values.shops));
// As the stage's schedule does: owners see their devices at once.
const mirrored = await fetch(`${portal}/__local/schedule/mirror-devices`, { method: 'POST', body: '{}' });
if (!mirrored.ok) throw new Error(`The devices are not mirrored: ${await mirrored.text()}`);
writeFileSync('move-in.json', JSON.stringify(mapping, undefined, 2));
console.log(`${shops} shops, and ${inTheWay} that something keeps out. Next: npm run move-in -- --stage local look`);
