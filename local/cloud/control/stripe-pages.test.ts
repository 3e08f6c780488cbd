import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import StripeSdk from 'stripe';
import { startCloud, type RunningCloud } from '../start-cloud';
import { temporaryFolder, writeAssembly } from '../testing/write-assembly';

const folder = temporaryFolder();
const webFolder = join(folder, 'dist');
const cdkOut = writeAssembly(
  {
    'daily-digest': {
      source: `export const handler = async ({ readAll }) => {
        if (readAll) console.log('the shops are read again');
        return {};
      };`,
    },
  },
  {
    Hourly: {
      Type: 'AWS::Scheduler::Schedule',
      Properties: {
        Name: 'portal-local-daily-digest',
        ScheduleExpression: 'rate(1 hour)',
        Target: { Arn: { 'Fn::GetAtt': ['daily-digestFunction', 'Arn'] } },
      },
    },
  },
);
const stripeAt = (url: string) =>
  new StripeSdk('sk_test_local', { host: '127.0.0.1', port: new URL(url).port, protocol: 'http', telemetry: false });
const start = (port: number): Promise<RunningCloud> =>
  startCloud({
    port,
    dataFolder: join(folder, 'data'),
    cdkOut,
    webFolder,
    log: () => undefined,
    environment: {},
    seed: async ({ services }) => {
      const stripe = stripeAt(services.stripe);
      const product = await stripe.products.create({ name: 'Revonizer 1台目' });
      const price = await stripe.prices.create({
        product: product.id,
        currency: 'jpy',
        unit_amount: 9_900,
        recurring: { interval: 'month' },
      });
      const customer = await stripe.customers.create({ name: '青山商会' });
      await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id });
      const [card] = (await stripe.paymentMethods.list({ customer: customer.id })).data;
      await stripe.subscriptions.create({
        customer: customer.id,
        items: [{ price: price.id }],
        default_payment_method: card?.id ?? '',
      });
      return [];
    },
  });

let cloud: RunningCloud;
beforeAll(async () => {
  mkdirSync(webFolder, { recursive: true });
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html>');
  cloud = await start(0);
}, 30_000);
afterAll(() => cloud.close());

async function invoice(): Promise<{ page: string; pdf: string }> {
  const { stripe: url } = (await (await fetch(`${cloud.url}/__local/services`)).json()) as { stripe: string };
  const [found] = (await stripeAt(url).invoices.list()).data;
  return { page: String(found?.hosted_invoice_url), pdf: String(found?.invoice_pdf) };
}
const readAgain = (): number => {
  const log = join(folder, 'data', 'logs', 'portal-local-daily-digest.log');
  return existsSync(log) ? readFileSync(log, 'utf8').split('the shops are read again').length - 1 : 0;
};

test('an invoice opens under the portal’s own origin, as a page and as a PDF', async () => {
  const { page, pdf } = await invoice();
  expect(page.startsWith(`${cloud.url}/__local/stripe/i/`)).toBe(true);
  const shown = await fetch(page);
  expect([shown.status, shown.headers.get('content-security-policy')]).toEqual([
    200,
    expect.stringContaining("default-src 'none'"),
  ]);
  const html = await shown.text();
  for (const part of ['領収書', '青山商会 様', 'Revonizer 1台目', '9,900円', '支払い済み', pdf])
    expect(html).toContain(part);
  const file = await fetch(pdf);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(await file.arrayBuffer()).toString('latin1')).toMatch(/^%PDF-1\.4/);
});

test('the PDF of a credit note opens there too', async () => {
  const { stripe: url } = (await (await fetch(`${cloud.url}/__local/services`)).json()) as { stripe: string };
  const stripe = stripeAt(url);
  const [paid] = (await stripe.invoices.list()).data;
  const { pdf } = await stripe.creditNotes.create({
    invoice: paid?.id ?? '',
    lines: [{ type: 'invoice_line_item', invoice_line_item: paid?.lines.data[0]?.id ?? '', amount: 900 }],
    credit_amount: 900,
  });
  expect(pdf).toMatch(new RegExp(`^${cloud.url}/__local/stripe/i/.*/cn_`));
  const file = await fetch(pdf);
  expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf']);
});

test.each(['i/nothing', 'i/nothing/cn_1', 'i/', 'v1/customers', '3ds/1', 'i/../v1/customers'])(
  'nothing else of Stripe’s is there: %s',
  async (path) => {
    expect((await fetch(`${cloud.url}/__local/stripe/${path}`)).status).toBe(404);
  },
);

test('the requests that Stripe served are shown, with the reads that it allows for the payments', async () => {
  const shown = async () => (await (await fetch(`${cloud.url}/__local/stripe`)).json()) as { last30Days: object };
  const { last30Days: before } = (await shown()) as { last30Days: { reads: number } };
  expect(before).toMatchObject({ transactions: 1, allowedReads: 10_000 });
  await invoice();
  expect((await shown()).last30Days).toEqual({ ...before, reads: before.reads + 1 });
});

test('a request that writes: refused', async () => {
  expect((await fetch((await invoice()).page, { method: 'POST' })).status).toBe(405);
});

test('after a restart the link still opens; at another address the shops are read again, once', async () => {
  const { page } = await invoice();
  const { port } = new URL(cloud.url);
  await cloud.close();
  cloud = await start(Number(port));
  expect((await fetch(page)).status).toBe(200);
  expect(readAgain()).toBe(0);
  await cloud.close();
  cloud = await start(0);
  const moved = cloud.url !== new URL(page).origin;
  expect((await invoice()).page.startsWith(`${cloud.url}/`)).toBe(true);
  await cloud.close(); // now all writes of functions are on disk
  expect(readAgain()).toBe(moved ? 1 : 0);
}, 30_000);
