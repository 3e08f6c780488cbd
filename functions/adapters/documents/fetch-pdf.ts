/** The largest PDF that is archived, in bytes; Stripe's have some 50 kB. */
const largest = 5_000_000;
/** Milliseconds. */
const timeout = 15_000;

/** Loads the PDF of an invoice from Stripe's address (`invoice_pdf`). Throws if it is none. */
export async function fetchPdf(url: string): Promise<Buffer> {
  const response = await fetch(url, { signal: AbortSignal.timeout(timeout) });
  if (!response.ok) throw new Error(`The PDF of an invoice could not be loaded: ${response.status}`);
  const body = Buffer.from(await response.arrayBuffer());
  if (body.length > largest || body.subarray(0, 5).toString('latin1') !== '%PDF-')
    throw new Error('The address of an invoice’s PDF returned something else');
  return body;
}
