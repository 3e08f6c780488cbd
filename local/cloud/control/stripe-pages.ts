import type { IncomingMessage } from 'node:http';
import type { WireResponse } from '#emulators/platform';
import type { StripeEmulator } from '#emulators/stripe';
import { ControlError } from './responses';

/**
 * The path of the Stripe emulator's invoices under the portal's own origin. The emulator's port changes at every start,
 * but stored links must stay valid.
 */
export const stripePagesPath = '/__local/stripe';

/** Only the pages and PDFs of invoices, and the PDFs of their credit notes; no other path of the emulator. */
const invoicePath = /^\/i\/[A-Za-z0-9_-]+(\/(pdf|cn_[A-Za-z0-9]+))?$/;

/** Responds to a page below {@link stripePagesPath} as the emulator itself does. */
export async function stripePage(
  stripe: Pick<StripeEmulator, 'respond'> | undefined,
  request: IncomingMessage,
  path: string,
): Promise<WireResponse> {
  const page = path.slice(stripePagesPath.length);
  if (!stripe || !invoicePath.test(page)) throw new ControlError(404, 'There is no such page of an invoice.');
  if (request.method !== 'GET' && request.method !== 'HEAD') throw new ControlError(405, 'Invoices are read by GET.');
  const { status, headers, body } = await stripe.respond({
    method: 'GET',
    url: page,
    headers: { accept: 'text/html' },
    body: Buffer.alloc(0),
  });
  const safe = {
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  };
  return { status, headers: { ...headers, 'cache-control': 'no-store', ...safe }, ...(body !== undefined && { body }) };
}
