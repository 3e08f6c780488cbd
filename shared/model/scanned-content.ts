/**
 * More than any serial number has (200), so that what was cut off names no device; addresses stay short enough for
 * every server.
 */
const longestContent = 500;

const devices = '/devices/';
const paymentHistory = '/payment-history/';

/**
 * Control characters, invisible and direction marks, halves of a character: none belongs into a serial number, and
 * each may deceive a reader.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** One part of a path; undefined where it would not stay one (`..` leads upwards however it is encoded). */
const segmentOf = (text: string): string | undefined => (/^\.{0,2}$/.test(text) ? undefined : encodeURIComponent(text));

/**
 * The portal's own path for what a QR code held (spec 9, QR routing): a customer's id leads to the shop, an address
 * of a payment history to that history, anything else is looked for among the devices. Always a path of this portal:
 * of a foreign address, a script or a path trick nothing is left but its text, encoded.
 */
export function routeOf(content: string): string {
  const text = content.replaceAll(invisible, '').trim().slice(0, longestContent).replaceAll(invisible, '');
  if (text.startsWith('cus_')) return `/store/${encodeURIComponent(text)}`;
  const [, afterwards] = text.split(paymentHistory, 2);
  const historyOf = segmentOf(afterwards?.split(/[/?#\\\s]/, 1)[0] ?? '');
  if (historyOf !== undefined) return `${paymentHistory}${historyOf}`;
  const device = segmentOf(text);
  return device === undefined ? '/devices' : `${devices}${device}`;
}

/** What `/devices/{scanned content}` holds, decoded; as it stands where it was not encoded well. */
export function contentOf(pathname: string): string {
  const part = pathname.startsWith(devices) ? pathname.slice(devices.length) : '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
