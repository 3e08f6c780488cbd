import { crc32 } from 'node:zlib';

/** Headers of a response with an XML body. */
export const xmlHeaders = { 'content-type': 'application/xml' } as const;

export const escapeXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** CRC32 as S3 writes it: base64 of four bytes, the highest first. */
export function crc32Of(body: Buffer): string {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(crc32(body));
  return bytes.toString('base64');
}
