import { decideOverdue, type OverdueFacts } from './end-overdue-subscriptions';

const seconds = (text: string): number => Date.parse(`${text}+09:00`) / 1000;
const dueAt = seconds('2027-01-20T10:00:00');
const end = seconds('2027-02-20T10:00:00');
const told = (step: NonNullable<OverdueFacts['last']>['step'], at = dueAt) => ({ step, firstToldAt: at });

test.each<[string, string, OverdueFacts['last'], object]>([
  [
    'the first run that sees it tells of it',
    '2027-01-20T12:00:00',
    undefined,
    { do: 'tell', step: 'payment-overdue', endsAt: end },
  ],
  ['once', '2027-01-21T12:00:00', told('payment-overdue'), { do: 'wait' }],
  ['nothing more until 14 days before the end', '2027-02-06T09:59:59', told('payment-overdue'), { do: 'wait' }],
  [
    '14 days before',
    '2027-02-06T10:00:00',
    told('payment-overdue'),
    { do: 'tell', step: 'ends-in-two-weeks', endsAt: end },
  ],
  ['once', '2027-02-07T10:00:00', told('ends-in-two-weeks'), { do: 'wait' }],
  [
    '3 days before',
    '2027-02-17T10:00:00',
    told('ends-in-two-weeks'),
    { do: 'tell', step: 'ends-in-three-days', endsAt: end },
  ],
  ['once', '2027-02-20T09:59:59', told('ends-in-three-days'), { do: 'wait' }],
  ['a month after it was due it ends', '2027-02-20T10:00:00', told('ends-in-three-days'), { do: 'end', endsAt: end }],
  [
    'runs that were missed are made up for by the latest notice alone',
    '2027-02-18T00:00:00',
    told('payment-overdue'),
    { do: 'tell', step: 'ends-in-three-days', endsAt: end },
  ],
  [
    'seen late for the first time: the latest notice alone',
    '2027-02-10T00:00:00',
    undefined,
    { do: 'tell', step: 'ends-in-two-weeks', endsAt: end },
  ],
  [
    'missed until after the end: it ends, for the owner has known of it',
    '2027-03-20T00:00:00',
    told('payment-overdue'),
    { do: 'end', endsAt: end },
  ],
  [
    'never told at all: three days are left',
    '2027-03-20T10:00:00',
    undefined,
    { do: 'tell', step: 'ends-in-three-days', endsAt: seconds('2027-03-23T10:00:00') },
  ],
  [
    'those three days',
    '2027-03-23T09:59:59',
    told('ends-in-three-days', seconds('2027-03-20T10:00:00')),
    { do: 'wait' },
  ],
  [
    'and no more',
    '2027-03-23T10:00:00',
    told('ends-in-three-days', seconds('2027-03-20T10:00:00')),
    { do: 'end', endsAt: seconds('2027-03-23T10:00:00') },
  ],
  ['an end that was interrupted is gone on with', '2027-02-21T10:00:00', told('ending'), { do: 'end', endsAt: end }],
])('%s (%s)', (_what, now, last, decision) => {
  expect(decideOverdue({ dueAt, now: seconds(now), last })).toEqual(decision);
});
