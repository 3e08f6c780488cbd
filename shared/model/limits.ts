import * as z from 'zod/mini';

/** How often something may be done: `5/15m` is five in 15 minutes, from the first use on. */
export type Rate = `${number}/${number | ''}${'s' | 'm' | 'h' | 'd'}`;

/** Who or what a use is counted for: the most uses of each are known before the call runs, some only in it. */
export type Scope =
  // Known of every call: the signed-in user, the network address that it came from, and the stage.
  | 'user'
  | 'network'
  | 'stage'
  // What the call names and its caller owns.
  | 'device'
  | 'subscription'
  // Known only where it is used: a movement, the key of an account, browser or session whose passwords and codes are
  // tried, the receiver of a mail, the number of an SMS.
  | 'movement'
  | 'account'
  | 'receiver'
  | 'number';

type Rates = readonly Rate[];

/**
 * What may be used of everything that costs money or is shared. It stops programs, never people: a chain that opens 50
 * shops in one afternoon, several users behind one address. A stage may set others (infra/stage/stages.ts).
 */
export const defaultLimits = {
  /** Changes that ask nobody outside: three clicks a second for ten minutes; by network if nobody is signed in. */
  change: { user: ['2000/10m'], network: ['4000/10m'] },
  /**
   * Requests of Stripe on demand, of which it takes 25 a second of one kind: a user has a quarter, a network a third,
   * all users together 10 a second, so that payments, events and the schedule find room. A day allows ten readings of
   * 50 shops.
   */
  stripe: { user: ['60/10s', '1500/d'], network: ['80/10s'], stage: ['100/10s'] },
  /**
   * Requests of Stripe, of several kinds, by calls that order or pay: never refused because others read much, nor
   * because strangers order much: a stage's count would let a few of them stop all payments. A network has twelve a
   * second, and in ten what its fastest user has in a minute.
   */
  order: { user: ['120/m', '4000/d'], network: ['120/10s'] },
  /** Reads of shops from Stripe that one user asks for by a button. */
  refresh: { user: ['300/d'] },
  /** Shops that a user opens: more than the chains that open at once. */
  shop: { user: ['40/h'] },
  /** Cards that a user begins to save; testing stolen numbers takes thousands (docs.stripe.com, "Card testing"). */
  card: { user: ['20/15m'] },
  /** Cards of one user that were declined, by Stripe's events: the browser confirms there directly. */
  declined: { user: ['10/h'] },
  /** Unknown promotion codes: more than typing errors need, far fewer than guessing does. */
  promo: { user: ['20/15m'] },
  /** Ends of a subscription that are planned or taken back, each of which sends a mail. */
  renewal: { subscription: ['10/h'], user: ['200/d'] },
  /**
   * Returns, exchanges, repairs and their withdrawals: each is a message to the staff and up to three of the 10,000
   * requests that Kintone takes in a day. A chain that closes 50 shops returns 250 devices.
   */
  request: { device: ['5/d'], user: ['400/d'], stage: ['1500/d'] },
  /** Changes of the parcel of one movement, each of which tells the staff. */
  parcel: { movement: ['5/d'] },
  /** Presses of the button that reads the devices anew. */
  sync: { user: ['1/60s'] },
  /** Readings by that button until 9 o'clock in Japan: three of Kintone's 10,000 requests of a day each. */
  readings: { stage: ['1000/d'] },
  /** Errors that the page reports: a sample, because a mistake in a release fails for everybody at once. */
  report: { network: ['20/h'], stage: ['300/h'] },
  /** Failed passwords and codes; the last one that fits begins the time anew. */
  attempt: { account: ['10/15m'], network: ['60/15m'] },
  /** Mails to one receiver, and those to anybody that one network asks for. Cognito mails a code 5 times an hour. */
  mail: { receiver: ['5/h', '15/d'], network: ['20/15m', '100/d'] },
  /** Mails with a link for a new password, without a day's count: no stranger may use up the owner's. */
  reset: { receiver: ['3/h'] },
  /** Mails to one user that tell of one kind of change of their account. */
  notice: { receiver: ['3/15m', '15/d'] },
  /** SMS of sign-ins to one number, SMS of one user, and those of set-ups that one network asks for. */
  sms: { number: ['5/15m', '15/d'], user: ['5/15m', '15/d'], network: ['20/15m', '100/d'] },
  /** Set-ups of one number, and SMS of the whole stage; apart from sign-ins, so that these always find room. */
  smsSetUp: { number: ['5/15m', '10/d'], stage: ['330/d'] },
  smsSignIn: { stage: ['670/d'] },
  /** Exports that begin: each reads up to 800 PDFs from Stripe and sends a mail. */
  export: { user: ['12/h', '30/d'] },
  /** Readings of one's account at Cognito, which takes some of them a second from everybody together. */
  cognito: { user: ['60/m'] },
  /** Changes of a user's number, which ends sessions and sends a mail, and of the name; both ask Cognito. */
  phone: { user: ['5/15m'] },
  name: { user: ['10/15m'] },
} as const satisfies Record<string, Partial<Record<Scope, Rates>>>;

export type LimitKind = keyof typeof defaultLimits;
export type Limits = Readonly<Record<LimitKind, Readonly<Partial<Record<Scope, Rates>>>>>;

/** What a call uses, by kind; how much of it. */
export type Cost = Readonly<Partial<Record<LimitKind, number>>>;

const unit = { s: 1, m: 60, h: 60 * 60, d: 24 * 60 * 60 } as const;
const pattern = /^([1-9][0-9]{0,6})\/([1-9][0-9]{0,3})?([smhd])$/;

export function rateOf(rate: Rate): { most: number; seconds: number } {
  const [, most, times = '1', letter] = pattern.exec(rate) ?? [];
  if (most === undefined) throw new Error(`${rate} is no rate`);
  return { most: Number(most), seconds: Number(times) * unit[letter as keyof typeof unit] };
}

const rateSchema = z.string().check(
  z.regex(pattern, 'times/time: 5/15m, 100/d'),
  z.refine((rate) => !pattern.test(rate) || rateOf(rate as Rate).seconds <= unit.d, 'at most a day'),
);

/** What a stage sets differently, by kind and scope: `{ smsSignIn: { stage: ['200/d'] } }`. */
export const limitsSchema = z.strictObject(
  Object.fromEntries(
    Object.entries(defaultLimits).map(([kind, scopes]) => [
      kind,
      z.optional(
        z.strictObject(
          Object.fromEntries(
            Object.keys(scopes).map((scope) => [scope, z.optional(z.array(rateSchema).check(z.minLength(1)))]),
          ),
        ),
      ),
    ]),
  ),
);
export type LimitSettings = Partial<Record<LimitKind, Partial<Record<Scope, Rates>>>>;

/** The limits of a stage: the defaults, and what it sets. Throws with the name of a malformed setting. */
export function limitsOf(settings: unknown): Limits {
  const own = limitsSchema.parse(settings) as LimitSettings;
  const kinds = Object.entries(defaultLimits) as [LimitKind, Partial<Record<Scope, Rates>>][];
  return Object.fromEntries(kinds.map(([kind, scopes]) => [kind, { ...scopes, ...own[kind] }])) as unknown as Limits;
}
