import { clock } from '../../adapters/clock';
import { hash, newSecret } from '../../adapters/ids';
import { putInvoiceAddress } from '../../adapters/users-table/invoice-addresses';

/** How long the link works, in seconds. */
const lifetime = 7 * 24 * 60 * 60;

/**
 * The path of a new link that makes an address the invoice address of a shop. Its secret is made when the mail is sent
 * and only its hash is kept, so neither the outbox nor the table reveals it.
 */
export async function invoiceAddressLink(of: { userId: string; customerId: string; email: string }): Promise<string> {
  const secret = newSecret();
  await putInvoiceAddress(hash(secret), { ...of, expiresAt: clock.seconds() + lifetime });
  return `/confirm-invoice-address?token=${secret}`;
}
