import { CallError } from '#shared/errors';
import { decide, type IdempotencyRecord } from './decide';

const now = 1_000_000_000;
const second = 1000;
const record: IdempotencyRecord = { fingerprint: 'same', state: 'working', expiresAt: now / 1000 + 600_000 };
const done: Partial<IdempotencyRecord> = { state: 'done', endedAt: now - 60 * second };
const refused: Partial<IdempotencyRecord> = {
  state: 'refused',
  refusal: { code: 'PROMO_CODE_EXPIRED', text: 'Expired' },
  endedAt: now - second,
};
const named = { fingerprint: 'same', named: true };
const unnamed = { fingerprint: 'same', named: false };
const reused = { do: 'refuse', refusal: new CallError('IDEMPOTENCY_KEY_REUSED') };

test.each<[string, Partial<IdempotencyRecord> | undefined, typeof named, object]>([
  ['no record: begin', undefined, named, { do: 'begin' }],
  ['done: return its result', done, named, { do: 'return' }],
  ['done with other content: the key is reused', done, { ...named, fingerprint: 'other' }, reused],
  [
    'under way with other content: the key is reused',
    { lease: { holder: 'somebody', until: now + 1 } },
    { ...named, fingerprint: 'other' },
    reused,
  ],
  ['done long ago: return its result', { ...done, endedAt: now - 86_400 * second }, named, { do: 'return' }],
  ['done and expired: begin in its place', { ...done, expiresAt: now / 1000 }, named, { do: 'begin', instead: {} }],
  [
    'expired, with other content: begin in its place',
    { ...done, expiresAt: now / 1000 },
    { ...named, fingerprint: 'other' },
    { do: 'begin', instead: {} },
  ],
  ['refused: repeat the refusal', refused, named, { do: 'refuse', refusal: { code: 'PROMO_CODE_EXPIRED' } }],
  ['refused with a text: repeat the text', refused, unnamed, { do: 'refuse', refusal: { message: 'Expired' } }],
  ['same content, done a minute ago: return its result', done, unnamed, { do: 'return' }],
  [
    'same content, done more than a minute ago: begin in its place',
    { ...done, endedAt: now - 60 * second - 1 },
    unnamed,
    { do: 'begin', instead: {} },
  ],
  ['same content, unfinished for days: resume', {}, unnamed, { do: 'resume' }],
  ['unfinished without a lease: resume', {}, named, { do: 'resume' }],
  ['leased to another: wait', { lease: { holder: 'somebody', until: now + 1 } }, named, { do: 'wait' }],
  ['lease ended: resume', { lease: { holder: 'somebody', until: now } }, named, { do: 'resume' }],
  ['own lease after a lost response: resume', { lease: { holder: 'me', until: now + 1 } }, named, { do: 'resume' }],
  ['being undone, its holder gone: resume', { state: 'undoing' }, named, { do: 'resume' }],
])('%s', (_title, change, identity, decision) => {
  expect(decide(change && { ...record, ...change }, { identity, holder: 'me', now })).toMatchObject(decision);
});

test.each([
  ['refused while the request waited: repeat the refusal', now - second, 'refuse'],
  ['refused before the request arrived: begin again', now - second + 1, 'begin'],
])('%s', (_title, refusedSince, decision) => {
  const found = { ...record, ...refused };
  expect(decide(found, { identity: named, now, refusedSince }).do).toBe(decision);
});
