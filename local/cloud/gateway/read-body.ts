import type { IncomingMessage } from 'node:http';

/**
 * Reads a request's body; undefined if it is larger than `mostBytes`. Such a body is still read to its end, so that the
 * response arrives.
 */
export async function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += (chunk as Buffer).length;
    if (bytes <= mostBytes) chunks.push(chunk as Buffer);
  }
  return bytes > mostBytes ? undefined : Buffer.concat(chunks);
}
