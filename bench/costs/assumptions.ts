/** An assumption that no price list or template contains, with its reason. */
export interface Assumption {
  value: number;
  what: string;
  why: string;
}

/**
 * How owners use the portal, and how long operations take. None of it was measured in AWS; replace it with a stage's
 * own figures.
 */
export const assumptions = {
  shopsPerOwner: { value: 2, what: 'shops of an owner', why: 'most have one, some a chain' },
  visits: {
    value: 4,
    what: 'visits of an owner a month',
    why: 'once a week; the portal is opened for a reason: an invoice, a card, a device',
  },
  growth: {
    value: 0.02,
    what: 'new shops and owners a month, as a share of those there',
    why: 'a quarter more in a year',
  },
  subscribed: { value: 0.95, what: 'shops with a running subscription', why: 'a shop is opened to rent' },
  devicesPerShop: { value: 2, what: 'devices of a shop', why: 'the middle of the first two tiers' },
  deviceChanges: {
    value: 0.1,
    what: 'changes of a device’s record a month',
    why: 'shipping, returns and exchanges touch it a few times in its life',
  },
  repairsPerDevice: {
    value: 0.3,
    what: 'repairs on record for a device',
    why: 'over its years; each with about two work records',
  },
  lateShare: {
    value: 0.03,
    what: 'subscriptions with an invoice that is open on a given day',
    why: 'declined cards; most are paid within days',
  },
  documentKilobytes: {
    value: 55,
    what: 'kilobytes of the PDF of an invoice',
    why: 'Stripe’s PDF of one page, and its content',
  },
  smsShare: { value: 0.1, what: 'owners with SMS as second step', why: 'it is the owner’s choice, and off at first' },
  noticesPerOwner: {
    value: 0.2,
    what: 'notices by mail to an owner a month',
    why: 'changes of password, address and second step; late payments',
  },
  eventsPerSubscription: {
    value: 4,
    what: 'events that Stripe sends for a subscription a month',
    why: 'of the types that the portal asks for: invoice finalized, paid; subscription updated twice',
  },
  eventBursts: {
    value: 2,
    what: 'minutes of a month with events of a subscription',
    why: 'a renewal and its payment an hour later; each previews the next charge once',
  },
  updatesPerSubscription: {
    value: 2,
    what: 'of them updates of the subscription itself',
    why: 'at a renewal; each reads the subscription once more, for items that were removed',
  },
  stripeEventsAdded: {
    value: 7,
    what: 'events for a new shop',
    why: 'customer, payment method, setup intent, subscription, invoice, end of the trial',
  },
  creditedShare: {
    value: 0.02,
    what: 'shops with a credit note among two years of invoices',
    why: 'staff write one where something went wrong',
  },

  warmSeconds: {
    value: 0.05,
    what: 'seconds of a call that asks DynamoDB alone',
    why: 'one query and its checks, on a third of a processor',
  },
  cognitoSeconds: {
    value: 0.6,
    what: 'seconds of a call that asks Cognito',
    why: 'checking a password is slow on purpose',
  },
  stripeSeconds: {
    value: 0.8,
    what: 'seconds of a reading or a change in Stripe',
    why: 'two to three requests, one after the other',
  },
  coldSeconds: {
    value: 0.4,
    what: 'seconds that a cold start adds',
    why: '281 ms for the heaviest bundle (docs/decisions/stages.md) and Lambda’s own part',
  },
  keptWarmMinutes: {
    value: 10,
    what: 'minutes for which an idle function stays warm',
    why: 'AWS names no figure; then the next call is a cold start',
  },
  scanSeconds: { value: 0.1, what: 'seconds for a megabyte of a scan', why: 'one page after the other; not measured' },
  recordPageSeconds: {
    value: 1,
    what: 'seconds for a page of 500 records of Kintone',
    why: 'with its comparison and writes; not measured',
  },

  pageKilobytes: {
    value: 200,
    what: 'kilobytes of the page on a visit that has not the present release',
    why: '115 kB of JavaScript before sign-in (README), styles and the screens opened',
  },
  pageFiles: { value: 30, what: 'files of such a visit', why: 'one a screen and shared parts' },
  freshLoads: {
    value: 0.5,
    what: 'visits without the present release in the browser’s cache',
    why: 'two releases a month, four visits',
  },
  responseKilobytes: {
    value: 2,
    what: 'kilobytes of a response, except the list of shops',
    why: 'JSON, not compressed by CloudFront where nothing is cached',
  },
  requestKilobytes: { value: 1.5, what: 'kilobytes of a request to the API', why: 'headers, cookie, a small body' },
  logBytes: { value: 1_000, what: 'bytes of logs of a call', why: 'Lambda’s three lines, ours in JSON, the gateway’s' },
  logCompression: {
    value: 0.15,
    what: 'share that kept logs take after compression',
    why: 'the ratio that AWS’s own examples use',
  },
  releaseMegabytes: {
    value: 2,
    what: 'megabytes of a release; old ones stay',
    why: 'the built page without source maps; 24 releases a year, two years',
  },
} as const satisfies Record<string, Assumption>;

/** The value of an assumption. */
export const assumed = (name: keyof typeof assumptions): number => assumptions[name].value;

/** Hours and seconds of a month, as AWS counts them. */
export const hoursAMonth = 730;
export const secondsAMonth = hoursAMonth * 3_600;

/** The expected number of equally long spans of a month with at least one of `events`, which come at random. */
export const spansWith = (events: number, spans: number): number => spans * (1 - Math.exp(-events / spans));
