/**
 * The names of the variables that the stacks set and the functions read, written once so that both sides agree.
 * Endpoints (`AWS_ENDPOINT_URL_…`) are not among them, because the AWS SDKs read those by themselves.
 */
export const env = {
  /** Name of the stage, e.g. `prod`. */
  STAGE: 'STAGE',
  /** Origin of the portal as the browser sees it, e.g. `https://portal.example.jp`; no trailing slash. */
  PORTAL_ORIGIN: 'PORTAL_ORIGIN',
  /** DynamoDB table of users, sessions, shops and their snapshots. */
  USERS_TABLE: 'USERS_TABLE',
  /** DynamoDB table of mirrored devices, repairs and work records. */
  DEVICES_TABLE: 'DEVICES_TABLE',
  /** DynamoDB table of the audit record, to which functions may only add. */
  AUDIT_TABLE: 'AUDIT_TABLE',
  /** DynamoDB table of the invoices and credit notes. */
  DOCUMENTS_TABLE: 'DOCUMENTS_TABLE',
  /** S3 bucket of the exports that owners download, which empties itself after some days. */
  EXPORTS_BUCKET: 'EXPORTS_BUCKET',
  /** Registration number of the issuer of qualified invoices; unset means that invoices are not qualified ones. */
  REGISTRATION_NUMBER: 'REGISTRATION_NUMBER',
  USER_POOL_ID: 'USER_POOL_ID',
  USER_POOL_CLIENT_ID: 'USER_POOL_CLIENT_ID',
  /** Secrets Manager secret with the secret of Cognito's app client, JSON `{"clientSecret": "…"}`. */
  CLIENT_SECRET_ARN: 'CLIENT_SECRET_ARN',
  /** Secrets Manager secret with the key that CloudFront sends to the API, JSON `{"originKey": "…"}`. */
  ORIGIN_SECRET_ARN: 'ORIGIN_SECRET_ARN',
  /** Address of the queue of tasks (SQS). */
  TASKS_QUEUE_URL: 'TASKS_QUEUE_URL',
  /** Sender address of notices, verified in SES. */
  MAIL_FROM: 'MAIL_FROM',
  /** Version of the portal, e.g. `1.4.0`. */
  VERSION: 'VERSION',
  /** What the stage limits differently: JSON of shared/model/limits.ts; unset means its defaults. */
  LIMITS: 'LIMITS',
  /** SNS topic of the staff messages. */
  STAFF_TOPIC_ARN: 'STAFF_TOPIC_ARN',
  /** Secrets Manager secret with Stripe's keys, JSON `{"secretKey": "sk_…", "webhookSecret": "whsec_…"}`. */
  STRIPE_SECRET_ARN: 'STRIPE_SECRET_ARN',
  /** Stripe's publishable key, `pk_…`; public by nature. */
  STRIPE_PUBLISHABLE_KEY: 'STRIPE_PUBLISHABLE_KEY',
  /** Another Stripe-compatible server, e.g. `http://127.0.0.1:4242`; unset means Stripe itself. */
  STRIPE_API_BASE: 'STRIPE_API_BASE',
  /** Address of Stripe.js; unset means js.stripe.com. */
  STRIPE_JS_URL: 'STRIPE_JS_URL',
  /** Where customers reach the staff: JSON of shared/model/business.ts. */
  CONTACT: 'CONTACT',
  /** `no` if a registration takes no shops over; unset means that it does. */
  TAKES_OVER_SHOPS: 'TAKES_OVER_SHOPS',
  /** Address of the record system, `https://<name>.cybozu.com`; no trailing slash. */
  KINTONE_BASE_URL: 'KINTONE_BASE_URL',
  /** Kintone's number of the guest space with the apps; unset, they are in none. */
  KINTONE_GUEST_SPACE: 'KINTONE_GUEST_SPACE',
  /** Secrets Manager secret with its API tokens and further credentials: JSON of shared/model/record-settings.ts. */
  KINTONE_SECRET_ARN: 'KINTONE_SECRET_ARN',
  /** Secrets Manager secret with the end of the address of its webhooks, JSON `{"webhookPath": "…"}`. */
  WEBHOOK_SECRET_ARN: 'WEBHOOK_SECRET_ARN',
  /** Numbers and field codes of its apps that differ from the defaults: JSON of shared/model/record-settings.ts. */
  RECORD_APPS: 'RECORD_APPS',
  /** The public postal-code lookup, called by the browser with `?zipcode=1234567`. */
  POSTAL_LOOKUP_URL: 'POSTAL_LOOKUP_URL',
} as const;

/**
 * The one index of the devices table: devices and their locks by subscription, a device's two items next to each other
 * (functions/devices/items.ts).
 */
export const devicesIndex = {
  name: 'bySerialNumber',
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

export type EnvironmentName = keyof typeof env;
