import { errors } from './errors';
import type { Reader } from './params';

/** Changes to metadata: an empty value deletes the key, null deletes all. */
export type MetadataChange = Record<string, string> | null;

/** docs.stripe.com/api/metadata: keys of up to 40 characters without square brackets, values of up to 500. */
export const metadata = (): Reader<MetadataChange> => ({
  read(value, path) {
    if (value === '') return null;
    if (typeof value === 'string' || Array.isArray(value)) throw errors.invalid('Invalid object', { param: path });
    const read: Record<string, string> = {};
    for (const [key, given] of Object.entries(value)) {
      const at = `${path}[${key}]`;
      if (typeof given !== 'string')
        throw errors.invalid('Metadata keys cannot contain square brackets and values must be strings.', { param: at });
      if (key.length > 40) {
        throw errors.invalid(`Metadata keys can be a maximum of 40 characters. "${key}" is ${key.length}.`, {
          param: path,
        });
      }
      if (/[[\]]/.test(key))
        throw errors.invalid('Metadata keys cannot contain square brackets ([ ]).', { param: path });
      if (given.length > 500) {
        const message =
          `Metadata values can have up to 500 characters, but you passed in a value that is ${given.length} ` +
          'characters.';
        throw errors.invalid(message, { param: at });
      }
      read[key] = given;
    }
    return read;
  },
});

/** docs.stripe.com/api/metadata: at most 50 keys; unnamed keys stay. */
export function mergeMetadata(
  before: Record<string, string>,
  change: MetadataChange | undefined,
): Record<string, string> {
  if (change === undefined) return before;
  if (change === null) return {};
  const after = { ...before };
  for (const [key, value] of Object.entries(change)) {
    if (value === '') delete after[key];
    else after[key] = value;
  }
  if (Object.keys(after).length > 50)
    throw errors.invalid('You can only have a maximum of 50 metadata keys on an object.', { param: 'metadata' });
  return after;
}
