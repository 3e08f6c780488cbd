import type { CallName } from '#shared/contract/index';
import { steadyTime } from '#shared/limits';
import { assumed } from './assumptions';
import { itemSizes, readUnits, writeUnits } from './item-sizes';

/** The counts of a month that decide how many calls are made. */
export interface Month {
  shops: number;
  owners: number;
  newShops: number;
  newOwners: number;
  subscriptions: number;
  devices: number;
  visits: number;
}

export function monthOf(shops: number): Month {
  const owners = shops / assumed('shopsPerOwner');
  return {
    shops,
    owners,
    newShops: shops * assumed('growth'),
    newOwners: owners * assumed('growth'),
    subscriptions: shops * assumed('subscribed'),
    devices: shops * assumed('devicesPerShop'),
    visits: owners * assumed('visits'),
  };
}

/** Demands of one call. */
export interface Work {
  seconds: number;
  /** Request units of DynamoDB. */
  reads: number;
  writes: number;
  /** Whether it reads Stripe's keys from Secrets Manager. */
  stripe?: boolean;
}

/** Sessions of an owner at one time: a phone and a computer. */
const sessions = 2;
const { profile, session, ownership, owner, snapshot, link, event, device, document } = itemSizes;
/** Links to a shop: one for its subscription and one for each of its items. */
const links = 3;
const shops = assumed('shopsPerOwner');

/** Bytes of an owner's partition: what authenticates a call, and with all shops and their snapshots. */
export const ownerBytes = {
  account: profile + sessions * session,
  all: profile + sessions * session + shops * (ownership + snapshot),
};
/** Bytes that a shop, and an owner without shops, add to the users table. */
export const tableBytes = { shop: ownership + snapshot + owner + links * link, owner: profile + sessions * session };
export const snapshotWrites = writeUnits(snapshot);

const authenticated = readUnits(ownerBytes.account);
/** What a call about one shop, subscription or device reads besides: its link, ownership record and snapshot. */
const ofOneShop = 1 + readUnits(ownership) + readUnits(snapshot);
/** The list of shops: their ownership records in one query, each snapshot by its key. */
const ofAllShops = readUnits(shops * ownership) + shops * readUnits(snapshot);
const small = writeUnits(event);
const warm = assumed('warmSeconds');

/** The kinds of work that calls do. */
export const work = {
  none: { seconds: 0.01, reads: 0, writes: 0 },
  own: { seconds: warm, reads: authenticated, writes: 0 },
  // A change counts what it costs in one small write; what asks Stripe in three (decisions/limits).
  change: { seconds: warm, reads: authenticated, writes: 3 * small },
  shops: { seconds: warm, reads: authenticated + ofAllShops, writes: 0 },
  devices: {
    seconds: warm,
    reads: authenticated + ofOneShop + readUnits(shops * assumed('devicesPerShop') * device),
    writes: 0,
  },
  ask: { seconds: assumed('stripeSeconds') / 2, reads: authenticated + ofOneShop, writes: 3 * small, stripe: true },
  pay: {
    seconds: 3 * assumed('stripeSeconds'),
    reads: authenticated + ofOneShop + 4,
    writes: snapshotWrites + 7 * small,
    stripe: true,
  },
  // Reads the owner's trials too, and writes them with the order in one transaction (decisions/openings).
  order: {
    seconds: 3 * assumed('stripeSeconds'),
    reads: authenticated + ofOneShop + 4 + 1,
    writes: snapshotWrites + 7 * small + 2 * small,
    stripe: true,
  },
  // Counts attempts, writes the session and the profile, reads the owner's sessions.
  signIn: {
    seconds: assumed('cognitoSeconds'),
    reads: authenticated + 7,
    writes: writeUnits(session) + writeUnits(profile) + 5 * small,
  },
  // Takes a fixed time (functions/domain/codes); mails counted, the outbox and what the mail's links need written.
  code: { seconds: steadyTime / 1000, reads: 2, writes: 10 * small },
  // Four reads decide it; transactions of five and of four items, each written twice (decisions/devices).
  request: { seconds: 1, reads: authenticated + ofOneShop + 6, writes: 25 * small },
  // A year of an owner's documents: found in the index, each PDF fetched from Stripe, ended and mailed.
  export: {
    seconds: (shops * 12 * assumed('stripeSeconds')) / 8,
    reads: authenticated + 4 + readUnits((shops * 12 * document) / 2),
    writes: 4 * small,
    stripe: true,
  },
  // A shop is read from Stripe again at its owner's request.
  renew: {
    seconds: assumed('stripeSeconds'),
    reads: authenticated + ofOneShop + readUnits(snapshot),
    writes: snapshotWrites,
    stripe: true,
  },
  // A shop is read from Stripe again, the event that caused it is recorded; a part of the events is of an
  // invoice, which is read too and written with its index.
  event: {
    seconds: 1.5 * assumed('stripeSeconds'),
    reads: 2 + 0.4 * readUnits(snapshot),
    writes: snapshotWrites + small + 0.4 * (writeUnits(document) + writeUnits(document / 2)),
    stripe: true,
  },
} as const satisfies Record<string, Work>;

/** Exports of a year that an owner makes a month: about one a year, for the tax return. */
export const exportsAMonth = 0.1;

/** How often a call is made a month: for each of these. */
type Rate = Partial<Record<'visits' | 'owners' | 'devices' | 'newOwners' | 'newShops' | 'subscriptions', number>>;

interface Traffic {
  rate: Rate;
  work: Work;
}
const asksCognito = (work: Work): Work => ({ ...work, seconds: assumed('cognitoSeconds') });
/** The same with attempts or uses counted before it: one small write each. */
const counted = (work: Work, times: number): Work => ({ ...work, writes: work.writes + times * small });

/**
 * The calls of a month. A visit reads the user and the shops once, because every screen of a shop shows the same list
 * (frontend/src/lib/use-call.ts). The others are screens and changes that not every visit opens.
 */
export const traffic = {
  // Every visit
  // A visit is noted in the session item.
  'get-user': { rate: { visits: 1 }, work: { ...work.own, writes: writeUnits(session) } },
  'list-shops': { rate: { visits: 1, owners: 0.1, newShops: 1 }, work: work.shops },

  // Signing in; sessions last 30 days (functions/domain/session/session-limits.ts)
  login: { rate: { owners: 1 }, work: work.signIn },
  'verify-mfa': { rate: { owners: assumed('smsShare') }, work: work.signIn },
  logout: { rate: { owners: 0.1 }, work: work.change },
  'confirm-password': { rate: { owners: 0.05 }, work: work.signIn },

  // Registration and reset
  'request-registration': { rate: { newOwners: 1 }, work: work.code },
  'verify-registration': { rate: { newOwners: 1 }, work: work.signIn },
  'resend-registration': { rate: { newOwners: 0.1 }, work: work.code },
  register: { rate: { newOwners: 0.02 }, work: work.code },
  'cancel-registration': { rate: { newOwners: 0.01 }, work: work.signIn },
  'verify-email': { rate: { newOwners: 0.1 }, work: work.signIn },
  'resend-verification': { rate: { newOwners: 0.02 }, work: work.code },
  'mark-setup-complete': { rate: { newOwners: 1 }, work: work.change },
  'request-reset': { rate: { owners: 0.02 }, work: work.code },
  'reset-password': { rate: { owners: 0.02 }, work: work.signIn },

  // The account and its security
  'update-profile': { rate: { owners: 0.01 }, work: asksCognito(work.change) },
  'change-password': { rate: { owners: 0.01 }, work: work.signIn },
  'request-email-change': { rate: { owners: 0.003 }, work: work.signIn },
  'resend-email-change': { rate: { owners: 0.001 }, work: asksCognito(work.change) },
  'verify-email-change': { rate: { owners: 0.003 }, work: work.pay },
  'can-delete-user': { rate: { owners: 0.002 }, work: work.shops },
  'delete-user': { rate: { owners: 0.001 }, work: work.signIn },
  'get-mfa-status': { rate: { visits: 0.1 }, work: { ...work.own, seconds: assumed('cognitoSeconds') / 3 } },
  'set-up-sms': { rate: { owners: 0.005 }, work: asksCognito(work.change) },
  'verify-sms': { rate: { owners: 0.005 }, work: asksCognito(work.change) },
  'set-up-totp': { rate: { owners: 0.005 }, work: asksCognito(work.change) },
  'verify-totp': { rate: { owners: 0.005 }, work: asksCognito(work.change) },
  'disable-mfa': { rate: { owners: 0.002 }, work: asksCognito(work.change) },
  'list-sessions': { rate: { visits: 0.02 }, work: work.own },
  'list-impersonations': { rate: { visits: 0.02 }, work: work.own },
  'end-session': { rate: { owners: 0.005 }, work: work.change },
  'end-other-sessions': { rate: { owners: 0.002 }, work: work.change },

  // Administrators (there are few)
  'get-master-password': { rate: { owners: 0.0001 }, work: asksCognito(work.change) },
  'make-master-password': { rate: { owners: 0.001 }, work: asksCognito(work.change) },
  'get-system-information': { rate: { owners: 0.001 }, work: asksCognito(work.own) },

  // Shops, subscriptions, payments
  'get-config': { rate: { newShops: 1, owners: 0.5 }, work: work.none },
  'list-prices': { rate: { newShops: 1, owners: 0.1 }, work: work.ask },
  'calculate-pricing': { rate: { newShops: 4 }, work: work.ask },
  'validate-promo-code': { rate: { newShops: 0.5 }, work: work.ask },
  'create-shop-with-subscription': { rate: { newShops: 1 }, work: work.order },
  'create-shop-only': { rate: { newShops: 0.05 }, work: work.pay },
  'create-subscription': { rate: { newShops: 0.05 }, work: work.order },
  'update-shop': { rate: { owners: 0.02 }, work: work.pay },
  'delete-shop': { rate: { owners: 0.005 }, work: work.pay },
  'confirm-invoice-address': { rate: { newShops: 0.05 }, work: work.ask },
  'refresh-shop': { rate: { newShops: 1, owners: 0.1 }, work: counted(work.renew, 3) },
  'preview-quantities': { rate: { owners: 0.1 }, work: work.ask },
  'get-item-price': { rate: { owners: 0.1 }, work: work.ask },
  'change-quantities': { rate: { owners: 0.04 }, work: work.pay },
  'set-auto-renewal': { rate: { owners: 0.01 }, work: work.pay },
  'cancel-subscription': { rate: { owners: 0.01 }, work: work.pay },
  'preview-ending': { rate: { owners: 0.03 }, work: work.ask },
  'pay-subscription': { rate: { owners: 0.01 }, work: work.pay },
  'create-setup-intent': { rate: { owners: 0.03 }, work: work.ask },
  // After each opening, and sometimes by an owner.
  'set-default-payment-method': { rate: { newShops: 1, owners: 0.03 }, work: work.pay },
  'stripe-webhook': {
    rate: { subscriptions: assumed('eventsPerSubscription'), newShops: assumed('stripeEventsAdded') },
    work: work.event,
  },

  // Of each changed record one.
  'kintone-webhook': { rate: { devices: assumed('deviceChanges') }, work: { ...work.none, seconds: 0.05, writes: 1 } },

  // Documents
  'list-documents': { rate: { visits: 0.1 }, work: work.devices },
  'get-next-invoice': { rate: { visits: 0.5 }, work: { ...work.ask } },
  'get-document': { rate: { visits: 0.2 }, work: { ...work.ask } },
  'issue-receipt': { rate: { visits: 0.02 }, work: work.change },
  'create-document-export': { rate: { owners: exportsAMonth }, work: work.export },
  'list-document-exports': { rate: { owners: exportsAMonth }, work: { ...work.own, reads: work.own.reads + 2 } },
  'get-document-export': { rate: { owners: 2 * exportsAMonth }, work: { ...work.own, reads: work.own.reads + 1 } },

  // Devices
  'list-shop-devices': { rate: { visits: 0.4 }, work: work.devices },
  'list-devices': { rate: { visits: 0.1 }, work: work.devices },
  'get-device-sync': { rate: { visits: 0.1 }, work: work.own },
  'sync-devices': { rate: { visits: 0.02 }, work: counted({ ...work.devices, seconds: 2 }, 2) },
  'list-repairs': { rate: { visits: 0.05 }, work: work.devices },
  'list-work-records': { rate: { visits: 0.02 }, work: work.devices },
  'list-movements': {
    rate: { visits: 0.5 },
    work: { ...work.devices, reads: work.devices.reads + 1 },
  },
  'mark-sent': { rate: { owners: 0.01 }, work: work.request },
  'withdraw-movement': { rate: { owners: 0.002 }, work: work.request },
  'return-device': { rate: { owners: 0.01 }, work: work.request },
  'request-exchange': { rate: { owners: 0.02 }, work: work.request },
  'request-repair': { rate: { owners: 0.02 }, work: work.request },
} as const satisfies Record<CallName, Traffic>;

/** How often each call is made in a month. */
export const callsOf = (month: Month): { name: CallName; count: number; work: Work }[] =>
  Object.entries<Traffic>(traffic).map(([name, { rate, work }]) => ({
    name: name as CallName,
    work,
    count: Object.entries(rate).reduce((sum, [of, times]) => sum + month[of as keyof Month] * times, 0),
  }));
