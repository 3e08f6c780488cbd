import { demoIssuer } from '#shared/model/business';
import { defaultAppIds, recordApps, type RecordApp, type RecordAppKey } from '#shared/model/record-system';
import {
  createCognitoEmulator,
  createDynamoDbEmulator,
  createS3Emulator,
  createSecretsEmulator,
  createSesEmulator,
  createSnsEmulator,
  createSqsEmulator,
} from '#emulators/aws';
import type { Emulator, LocalClock, Outbox } from '#emulators/platform';
import { createStripeEmulator } from '#emulators/stripe';
import { createKintoneEmulator, localSecret } from '#emulators/kintone';
import { createPostalEmulator } from '#emulators/postal';

export interface EmulatorContext {
  clock: LocalClock;
  /** A file or folder of the data folder. */
  path: (...parts: string[]) => string;
  /** Receives mails and SMS. */
  outbox: Outbox;
  /** Runs the function behind a Cognito trigger; resolves to the event it returns. */
  invokeTrigger: (functionArn: string, event: unknown) => Promise<unknown>;
  stripe: {
    secretKey: string;
    publishableKey: string;
    webhook: () => { url: string; secret: string; events: readonly string[] } | undefined;
    /** Address of the emulator itself. */
    publicUrl: () => string;
    /** Address of its invoice pages. */
    pagesUrl: () => string;
    /** The machine's clock, for test clocks. */
    testClock: { advance(milliseconds: number): void };
  };
  /** The address to which Kintone sends its webhooks; undefined while there is none. */
  recordsWebhook?: () => string | undefined;
  /** The secret of a function's access key. */
  secretOf: (accessKeyId: string) => string | undefined;
}

interface ServiceRow {
  /**
   * The environment variable from which the SDK or the product reads the service's address; AWS's own begin with AWS_.
   */
  variable: string;
  create: (context: EmulatorContext) => Promise<Emulator>;
}

/** The product's four apps by the numbers they have in the record system. */
export const kintoneApps: Readonly<Record<string, RecordApp>> = Object.fromEntries(
  (Object.keys(recordApps) as RecordAppKey[]).map((key) => [defaultAppIds[key], recordApps[key]]),
);

/** Set in Stripe's dashboard on a real account, for the issuer of the stage `local`. */
const dashboard = {
  accountName: demoIssuer.name,
  accountPlace: [demoIssuer.address, `TEL ${demoIssuer.telephone}`],
  taxId: demoIssuer.registrationNumber,
  taxRounding: 'invoice',
} as const;

/** All outside services, by their names under `/__local`; an emulator's code is loaded when it is created. */
export const services = {
  dynamodb: {
    variable: 'AWS_ENDPOINT_URL_DYNAMODB',
    create: ({ clock, path }) => createDynamoDbEmulator({ clock, folder: path('dynamodb') }),
  },
  cognito: {
    variable: 'AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER',
    create: ({ clock, path, outbox, invokeTrigger }) =>
      createCognitoEmulator({ clock, journalPath: path('cognito.journal'), outbox, invokeTrigger }),
  },
  sns: {
    variable: 'AWS_ENDPOINT_URL_SNS',
    create: ({ clock, path, outbox }) => createSnsEmulator({ clock, journalPath: path('sns.journal'), outbox }),
  },
  sqs: {
    variable: 'AWS_ENDPOINT_URL_SQS',
    create: ({ clock, path }) => createSqsEmulator({ clock, journalPath: path('sqs.journal') }),
  },
  ses: { variable: 'AWS_ENDPOINT_URL_SESV2', create: ({ outbox }) => createSesEmulator({ outbox }) },
  s3: {
    variable: 'AWS_ENDPOINT_URL_S3',
    create: ({ clock, path, secretOf }) => createS3Emulator({ clock, folder: path('s3'), secretOf }),
  },
  secrets: {
    variable: 'AWS_ENDPOINT_URL_SECRETS_MANAGER',
    create: ({ clock, path }) => createSecretsEmulator({ clock, journalPath: path('secrets.journal') }),
  },
  stripe: {
    variable: 'STRIPE_API_BASE',
    create: ({ clock, path, stripe }) =>
      createStripeEmulator({ clock, journalPath: path('stripe.journal'), settings: dashboard, ...stripe }),
  },
  records: {
    variable: 'KINTONE_BASE_URL',
    create: ({ clock, path, recordsWebhook }) =>
      createKintoneEmulator({
        clock,
        journalPath: path('records.journal'),
        secret: localSecret,
        apps: kintoneApps,
        webhook: recordsWebhook,
      }),
  },
  postal: { variable: 'POSTAL_LOOKUP_URL', create: createPostalEmulator },
} as const satisfies Record<string, ServiceRow>;

export type ServiceName = keyof typeof services;
export const serviceNames = Object.keys(services) as ServiceName[];
export const isServiceName = (name: unknown): name is ServiceName => serviceNames.some((one) => one === name);

/** The services of AWS: a function needs permissions to use them. */
export type AwsServiceName = {
  [Name in ServiceName]: (typeof services)[Name]['variable'] extends `AWS_${string}` ? Name : never;
}[ServiceName];
export const awsServiceNames = serviceNames.filter((name): name is AwsServiceName =>
  services[name].variable.startsWith('AWS_'),
);

export type EmulatorOf<Name extends ServiceName> = Awaited<ReturnType<(typeof services)[Name]['create']>>;
