/** The emulators of AWS. The code of one is loaded when it is made. */
import type { AwsEmulator } from './aws';
import type { CognitoEmulatorOptions } from './cognito/create-cognito-emulator';
import type { DynamoDbEmulator, DynamoDbOptions } from './dynamodb/create-dynamodb-emulator';
import type { S3Options } from './s3/create-s3-emulator';
import type { SecretsOptions } from './secrets/create-secrets-emulator';
import type { SesOptions } from './ses/create-ses-emulator';
import type { SnsEmulator, SnsOptions } from './sns/create-sns-emulator';
import type { SqsEmulator, SqsOptions } from './sqs/create-sqs-emulator';

export type { AwsEmulator, SnsEmulator };
export { secretHash } from './cognito/services/client-secrets';
export { leaveOut } from './dynamodb/leave-out';
export { deliverBatch } from './sqs/event-source';

export const createCognitoEmulator = async (options: CognitoEmulatorOptions): Promise<AwsEmulator> =>
  (await import('./cognito/create-cognito-emulator')).createCognitoEmulator(options);

export const createDynamoDbEmulator = async (options: DynamoDbOptions): Promise<DynamoDbEmulator> =>
  (await import('./dynamodb/create-dynamodb-emulator')).createDynamoDbEmulator(options);

export const createS3Emulator = async (options: S3Options): Promise<AwsEmulator> =>
  (await import('./s3/create-s3-emulator')).createS3Emulator(options);

export const createSecretsEmulator = async (options: SecretsOptions): Promise<AwsEmulator> =>
  (await import('./secrets/create-secrets-emulator')).createSecretsEmulator(options);

export const createSesEmulator = async (options: SesOptions): Promise<AwsEmulator> =>
  (await import('./ses/create-ses-emulator')).createSesEmulator(options);

export const createSnsEmulator = async (options: SnsOptions): Promise<SnsEmulator> =>
  (await import('./sns/create-sns-emulator')).createSnsEmulator(options);

export const createSqsEmulator = async (options: SqsOptions): Promise<SqsEmulator> =>
  (await import('./sqs/create-sqs-emulator')).createSqsEmulator(options);
