import type { SubmitItem } from '../../adapters/users-table/openings';
import { decideSubmit, nextStep } from './decide';

const now = 1_000_000;
const submit: SubmitItem = {
  key: 'named-k',
  id: 'id-1',
  fingerprint: 'same',
  createdAt: now - 10,
  state: 'working',
  plan: {},
  holder: 'somebody',
  leaseUntil: 0,
  spentKeys: 0,
  expiresAt: now + 600_000,
};
const done: Partial<SubmitItem> = { state: 'done', customerId: 'cus_1', endedAt: now - 60 };
const named = { fingerprint: 'same', named: true };
const unnamed = { fingerprint: 'same', named: false };

test.each<[string, Partial<SubmitItem> | undefined, { fingerprint: string; named: boolean }, object]>([
  ['there is none', undefined, named, { do: 'begin' }],
  ['it is done', done, named, { do: 'answer' }],
  [
    'it is done with other content',
    done,
    { ...named, fingerprint: 'other' },
    { do: 'refuse', code: 'IDEMPOTENCY_KEY_REUSED' },
  ],
  [
    'it is under way with other content',
    { leaseUntil: now * 1000 + 1 },
    { ...named, fingerprint: 'other' },
    { do: 'refuse', code: 'IDEMPOTENCY_KEY_REUSED' },
  ],
  ['it was done long ago', { ...done, endedAt: now - 86_400 }, named, { do: 'answer' }],
  ['it is past its time and not yet removed', { ...done, expiresAt: now }, named, { do: 'begin', instead: 'id-1' }],
  [
    'it was refused',
    { state: 'refused', refusal: 'PROMO_CODE_EXPIRED', endedAt: now },
    named,
    { do: 'refuse', code: 'PROMO_CODE_EXPIRED' },
  ],
  ['the same content was done a minute ago', done, unnamed, { do: 'answer' }],
  [
    'the same content was done more than a minute ago',
    { ...done, endedAt: now - 61 },
    unnamed,
    { do: 'begin', instead: 'id-1' },
  ],
  ['the same content was left unfinished days ago', { createdAt: now - 300_000 }, unnamed, { do: 'resume' }],
  ['somebody holds it', { leaseUntil: now * 1000 + 1 }, named, { do: 'wait' }],
  ['its holder’s lease has ended', { leaseUntil: now * 1000 }, named, { do: 'resume' }],
  ['a lost answer left it in one’s own hands', { leaseUntil: now * 1000 + 1, holder: 'me' }, named, { do: 'resume' }],
  ['it is being undone and its holder is gone', { state: 'undoing' }, named, { do: 'resume' }],
])('%s', (_what, change, asked, decision) => {
  expect(decideSubmit(change && { ...submit, ...change }, asked, 'me', now * 1000)).toMatchObject(decision);
});

const subscription = { items: [] };
test.each<[Parameters<typeof nextStep>[0], string]>([
  [{ state: 'working', plan: {} }, 'make-customer'],
  [{ state: 'working', plan: { subscription } }, 'make-customer'],
  [{ state: 'working', customerId: 'cus_1', plan: {} }, 'finish'],
  [{ state: 'working', customerId: 'cus_1', plan: { subscription } }, 'make-subscription'],
  [{ state: 'working', customerId: 'cus_1', subscriptionId: 'sub_1', plan: { subscription } }, 'finish'],
  [{ state: 'undoing', customerId: 'cus_1', plan: { subscription } }, 'undo'],
])('after %j comes %s', (state, step) => {
  expect(nextStep(state)).toBe(step);
});
