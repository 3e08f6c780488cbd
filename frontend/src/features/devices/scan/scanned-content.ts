/**
 * The longest text that is looked up. Serial numbers have at most 200 characters, so a text that was cut off names no
 * device, and addresses stay short enough for every server.
 */
const longestContent = 500;

const devices = '/devices/';
const paymentHistory = '/payment-history/';

/**
 * Control characters, invisible and direction marks, and halves of a character. A serial number has none of them, and
 * each could deceive a reader.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Cs}]/gu;

/** One segment of a path; undefined if it would not stay one (`..` leads upwards in any encoding). */
const segmentOf = (text: string): string | undefined => (/^\.{0,2}$/.test(text) ? undefined : encodeURIComponent(text));

/**
 * The portal's own path for the content of a QR code (spec 9, QR routing): a customer's id leads to the shop, an
 * address of a payment history to that history, and any other text is searched among the devices. The result is always
 * a path of this portal: of a foreign address, a script or a path trick only the encoded text remains.
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

/**
 * The content that a code names, if it holds an address of this portal as its own codes do (decisions/page): the serial
 * number of `https://…/devices/RV-1`, the customer's id of `https://…/store/cus_1`. Any other text is itself.
 */
export function namedBy(text: string, origin: string): string {
  const [, kind, value] =
    text
      .trim()
      .split(`${origin}/`, 2)[1]
      ?.match(/^(devices|store)\/([^/?#]+)$/) ?? [];
  if (!text.trim().startsWith(`${origin}/`) || value === undefined) return text;
  const named = contentOf(`${devices}${value}`);
  return kind === 'store' && !named.startsWith('cus_') ? text : named;
}

/** The decoded text of `/devices/{scanned content}`; unchanged if it was not encoded correctly. */
export function contentOf(pathname: string): string {
  const part = pathname.startsWith(devices) ? pathname.slice(devices.length) : '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
