/** A network that counts as one sender; `times` multiplies the limit of a single address. */
export interface Network {
  name: string;
  times: number;
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] {
  const [left = '', right] = address.toLowerCase().split('::');
  const before = left === '' ? [] : left.split(':');
  const after = right === undefined || right === '' ? [] : right.split(':');
  const zeros = right === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => '0'), ...after].map((group) =>
    group.replace(/^0+(?=.)/, ''),
  );
}

/**
 * The networks under which a network address is counted. A provider gives one customer a whole /64 of IPv6, and many a
 * /48 (RFC 6177), so a single IPv6 address does not identify a sender. Several customers may share a /48, so its limit
 * is higher.
 */
export function networksOf(address: string): Network[] {
  const bare = address.replaceAll(/[[\]]/g, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (!bare.includes(':')) return [{ name: bare, times: 1 }];
  const groups = groupsOf(bare);
  return [
    { name: `${groups.slice(0, 4).join(':')}/64`, times: 1 },
    { name: `${groups.slice(0, 3).join(':')}/48`, times: 10 },
  ];
}
