/** Networks that may be counted as one sender, and how many times the figure of a single address one may have. */
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
 * The networks that a network address is counted by. A provider gives one customer a whole /64 of IPv6, and many a /48
 * (RFC 6177), so that a single IPv6 address says nothing about who sends; a /48 may also be shared by several
 * customers, hence its higher figure.
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
