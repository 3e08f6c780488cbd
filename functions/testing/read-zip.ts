import { crc32 } from 'node:zlib';

/**
 * The files of a ZIP by name, read from its directory at the end (PKWARE, APPNOTE.TXT, 4.3). Throws if a header, a
 * length or a checksum is wrong.
 */
export function readZip(bytes: Buffer): Map<string, Buffer> {
  const end = bytes.lastIndexOf(Buffer.from('504b0506', 'hex'));
  const files = new Map<string, Buffer>();
  let at = bytes.readUInt32LE(end + 16);
  if (at + bytes.readUInt32LE(end + 12) !== end) throw new Error('The directory does not end where the end begins');
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [nameLength, size, crc] = [
      bytes.readUInt16LE(at + 28),
      bytes.readUInt32LE(at + 24),
      bytes.readUInt32LE(at + 16),
    ];
    const header = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + 46, at + 46 + nameLength);
    const content = bytes.subarray(header + 30 + nameLength, header + 30 + nameLength + size);
    const isSame = bytes.subarray(header + 6, header + 30).equals(bytes.subarray(at + 8, at + 32));
    if (bytes.readUInt32LE(at) !== 0x02014b50 || bytes.readUInt32LE(header) !== 0x04034b50 || !isSame)
      throw new Error(`The headers of ${name} differ`);
    if (crc32(content) !== crc) throw new Error(`The checksum of ${name} is wrong`);
    if (files.has(name)) throw new Error(`${name} is there twice`);
    files.set(name, content);
    at += 46 + nameLength;
  }
  if (at !== end) throw new Error('The directory has more or fewer files than the end says');
  return files;
}

/** Rows of a CSV file (RFC 4180). */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  for (const line of text.split('\r\n').slice(0, -1))
    rows.push(
      Array.from(line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g), ([, quoted, plain = '']) =>
        quoted === undefined ? plain : quoted.replaceAll('""', '"'),
      ),
    );
  return rows;
}
