/** The names of the variables that the stacks set and the functions read; the SDKs read their endpoints themselves. */
interface Environment {
  /** Name of the stage, e.g. `prod`. */
  STAGE: string;
  /** Origin of the portal as the browser sees it, e.g. `https://portal.example.jp`; no trailing slash. */
  PORTAL_ORIGIN: string;
  /** DynamoDB table of users, sessions, shops and their snapshots. */
  USERS_TABLE: string;
  /** DynamoDB table of mirrored devices, repairs and work records. */
  DEVICES_TABLE: string;
  /** DynamoDB table of the audit record, to which functions may only add. */
  AUDIT_TABLE: string;
  /** DynamoDB table of the invoices and credit notes. */
  DOCUMENTS_TABLE: string;
  /** S3 bucket of the exports that owners download, which empties itself after some days. */
  EXPORTS_BUCKET: string;
  /** Registration number of the issuer of qualified invoices; unset means that invoices are not qualified ones. */
  REGISTRATION_NUMBER: string;
  USER_POOL_ID: string;
  USER_POOL_CLIENT_ID: string;
  /** Secrets Manager secret with the secret of Cognito's app client, JSON `{"clientSecret": "…"}`. */
  CLIENT_SECRET_ARN: string;
  /** Secrets Manager secret with the key that CloudFront sends to the API, JSON `{"originKey": "…"}`. */
  ORIGIN_SECRET_ARN: string;
  /** Address of the queue of tasks (SQS). */
  TASKS_QUEUE_URL: string;
  /** Sender address of notices, verified in SES. */
  MAIL_FROM: string;
  /** Version of the portal, e.g. `1.4.0`. */
  VERSION: string;
  /** What the stage limits differently: JSON of shared/model/limits.ts; unset means its defaults. */
  LIMITS: string;
  /** SNS topic of the staff messages. */
  STAFF_TOPIC_ARN: string;
  /** Secrets Manager secret with Stripe's keys, JSON `{"secretKey": "sk_…", "webhookSecret": "whsec_…"}`. */
  STRIPE_SECRET_ARN: string;
  /** Stripe's publishable key, `pk_…`; public by nature. */
  STRIPE_PUBLISHABLE_KEY: string;
  /** Another Stripe-compatible server, e.g. `http://127.0.0.1:4242`; unset means Stripe itself. */
  STRIPE_API_BASE: string;
  /** Address of Stripe.js; unset means js.stripe.com. */
  STRIPE_JS_URL: string;
  /** Where customers reach the staff: JSON of shared/model/business.ts. */
  CONTACT: string;
  /** `no` if a registration takes no shops over; unset means that it does. */
  TAKES_OVER_SHOPS: string;
  /** Address of the record system, `https://<name>.cybozu.com`; no trailing slash. */
  KINTONE_BASE_URL: string;
  /** Kintone's number of the guest space with the apps; unset, they are in none. */
  KINTONE_GUEST_SPACE: string;
  /** Secrets Manager secret with its API tokens and further credentials: JSON of shared/model/record-settings.ts. */
  KINTONE_SECRET_ARN: string;
  /** Secrets Manager secret with the end of the address of its webhooks, JSON `{"webhookPath": "…"}`. */
  WEBHOOK_SECRET_ARN: string;
  /** Numbers and field codes of its apps that differ from the defaults: JSON of shared/model/record-settings.ts. */
  RECORD_APPS: string;
  /** The public postal-code lookup, called by the browser with `?zipcode=1234567`. */
  POSTAL_LOOKUP_URL: string;
}
export type EnvironmentName = keyof Environment;

/** The index of the devices table: devices and their locks by subscription, a device's two items together. */
export const devicesIndex = {
  name: 'bySubscription',
  partitionKey: 'subscriptionId',
  sortKey: 'serialNumber',
} as const;

/** The one index of the documents table: a user's documents by day, with what lists and exports say of them. */
export const documentsIndex = {
  name: 'byDay',
  partitionKey: 'pk',
  sortKey: 'dated',
  attributes: [
    'id',
    'storeId',
    'storeName',
    'date',
    'amount',
    'number',
    'state',
    'kind',
    'createdAt',
    'paidAt',
    'card',
    'total',
    'partPaid',
    'taxes',
    'issuer',
    'credit',
    'mark',
    'returned',
  ],
} as const;
