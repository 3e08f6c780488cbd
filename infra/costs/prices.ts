import type { Price } from './price';

const read = '2026-11-21';
const million = 1_000_000;
/** AWS's Price List for ap-northeast-1, quoted with its usage types in public repositories, and the day of the list where they name it. */
const list = (usageType: string, day = '2026-09-23'): string => `price list of ${day}, ${usageType}`;
const undated = (usageType: string): string => `price list, day not named, ${usageType}`;
/** A firewall of CloudFront is billed in N. Virginia. */
const firewall = (usageType: string): string => `${list(usageType)}; that of Tokyo`;
const page = (service: string): string => `https://aws.amazon.com/${service}/pricing/`;

/**
 * Every price of the estimate. Looked up in stored copies of public pages, none on the live page: `seen` says what of which day it was.
 * What is free for the first twelve months only is not counted as free.
 */
export const prices = {
  lambdaRequests: { service: 'Lambda', what: 'requests', unit: 'request', usd: 0.2, per: million, free: million, page: page('lambda'), read, seen: undated('APN1-Request-ARM'), basis: 'tokyo' },
  lambdaCompute: {
    service: 'Lambda', what: 'computing, arm64', unit: 'GB-second', usd: 0.0000133334, per: 1, free: 400_000, upTo: 6_000 * million,
    page: page('lambda'), read, seen: undated('APN1-Lambda-GB-Second-ARM'), basis: 'tokyo',
  },
  apiRequests: { service: 'API Gateway', what: 'requests, HTTP API', unit: 'request', usd: 1.29, per: million, upTo: 300 * million, page: page('api-gateway'), read, seen: list('APN1-ApiGatewayHttpRequest'), basis: 'tokyo' },
  cloudFrontRequests: { service: 'CloudFront', what: 'HTTPS requests', unit: 'request', usd: 0.012, per: 10_000, free: 10 * million, page: page('cloudfront'), read, seen: list('JP-Requests-Tier2-HTTPS and JP-Requests-HTTPS-Proxy', '2026-09-16'), basis: 'tokyo' },
  cloudFrontTraffic: { service: 'CloudFront', what: 'traffic to browsers', unit: 'GB', usd: 0.114, per: 1, free: 1_024, upTo: 10_240, page: page('cloudfront'), read, seen: list('JP-DataTransfer-Out-Bytes', '2026-09-16'), basis: 'tokyo' },
  cloudFrontToOrigin: { service: 'CloudFront', what: 'traffic to the API', unit: 'GB', usd: 0.06, per: 1, page: page('cloudfront'), read, seen: 'price list of 2026-09-16, Japan', basis: 'tokyo' },
  cloudFrontFunctions: { service: 'CloudFront', what: 'runs of its function', unit: 'run', usd: 0.1, per: million, free: 2 * million, page: page('cloudfront'), read, seen: 'AWS’s page', basis: 'everywhere' },
  dynamoReads: { service: 'DynamoDB', what: 'read request units', unit: 'unit', usd: 0.1425, per: million, page: page('dynamodb'), read, seen: list('APN1-ReadRequestUnits'), basis: 'tokyo' },
  dynamoWrites: { service: 'DynamoDB', what: 'write request units', unit: 'unit', usd: 0.715, per: million, page: page('dynamodb'), read, seen: list('APN1-WriteRequestUnits'), basis: 'tokyo' },
  dynamoStorage: { service: 'DynamoDB', what: 'storage', unit: 'GB-month', usd: 0.285, per: 1, free: 25, page: page('dynamodb'), read, seen: undated('APN1-TimedStorage-ByteHrs'), basis: 'tokyo' },
  dynamoRecovery: { service: 'DynamoDB', what: 'point-in-time recovery', unit: 'GB-month', usd: 0.228, per: 1, page: page('dynamodb'), read, seen: 'quoted for Tokyo beside its storage price; no day', basis: 'tokyo' },
  s3Storage: { service: 'S3', what: 'storage of page and logs', unit: 'GB-month', usd: 0.025, per: 1, upTo: 51_200, page: page('s3'), read, seen: list('APN1-TimedStorage-ByteHrs', '2026-09-18'), basis: 'tokyo' },
  s3Writes: { service: 'S3', what: 'writes', unit: 'request', usd: 0.0047, per: 1_000, page: page('s3'), read, seen: list('APN1-Requests-Tier1', '2026-09-18'), basis: 'tokyo' },
  s3Reads: { service: 'S3', what: 'reads', unit: 'request', usd: 0.0037, per: 10_000, page: page('s3'), read, seen: list('APN1-Requests-Tier2', '2026-09-18'), basis: 'tokyo' },
  cognitoEssentials: { service: 'Cognito', what: 'active users, Essentials', unit: 'user', usd: 0.015, per: 1, free: 10_000, page: page('cognito'), read, seen: list('APN1-CognitoEssentialsMAU', '2026-08-14'), basis: 'tokyo' },
  cognitoLite: {
    service: 'Cognito', what: 'active users, Lite', unit: 'user', usd: 0.0055, per: 1, free: 10_000,
    tiers: [{ upTo: 100_000, usd: 0.0055 }, { upTo: million, usd: 0.0046 }, { upTo: 10 * million, usd: 0.00325 }, { upTo: Infinity, usd: 0.0025 }],
    page: page('cognito'), read, seen: list('APN1-CognitoLiteMAU', '2026-08-14'), basis: 'tokyo',
  },
  sms: {
    service: 'SMS', what: 'messages to Japan', unit: 'message', usd: 0.073, per: 1, page: page('end-user-messaging'), read,
    seen: 'AWS’s own price was not found: this is what another provider takes to Japan (Twilio, quoted in 2024)', basis: 'nearest',
  },
  mails: { service: 'SES', what: 'mails to owners', unit: 'mail', usd: 0.1, per: 1_000, page: page('ses'), read, seen: 'price without a region, 2026', basis: 'nearest' },
  staffMails: { service: 'SNS', what: 'mails to staff', unit: 'mail', usd: 2, per: 100_000, free: 1_000, page: page('sns'), read, seen: 'price without a region, 2026', basis: 'nearest' },
  alarms: { service: 'CloudWatch', what: 'alarms, by metric', unit: 'metric', usd: 0.1, per: 1, free: 10, page: page('cloudwatch'), read, seen: list('APN1-CW:AlarmMonitorUsage'), basis: 'tokyo' },
  dashboards: { service: 'CloudWatch', what: 'dashboards', unit: 'dashboard', usd: 3, per: 1, free: 3, page: page('cloudwatch'), read, seen: 'price without a region, 2026-06-13', basis: 'nearest' },
  metrics: { service: 'CloudWatch', what: 'metrics of single routes', unit: 'metric', usd: 0.3, per: 1, free: 10, upTo: 10_000, page: page('cloudwatch'), read, seen: list('APN1-CW:MetricMonitorUsage'), basis: 'tokyo' },
  logsIngest: { service: 'CloudWatch', what: 'logs, taken in', unit: 'GB', usd: 0.76, per: 1, free: 5, page: page('cloudwatch'), read, seen: list('APN1-DataProcessing-Bytes', '2026-09-18'), basis: 'tokyo' },
  logsStorage: { service: 'CloudWatch', what: 'logs, kept', unit: 'GB-month', usd: 0.033, per: 1, page: page('cloudwatch'), read, seen: list('APN1-TimedStorage-ByteHrs', '2026-09-18'), basis: 'tokyo' },
  traces: { service: 'X-Ray', what: 'traces', unit: 'trace', usd: 5, per: million, free: 100_000, page: page('xray'), read, seen: 'AWS’s page', basis: 'everywhere' },
  secrets: { service: 'Secrets Manager', what: 'secrets', unit: 'secret', usd: 0.4, per: 1, page: page('secrets-manager'), read, seen: list('APN1-AWSSecretsManager-Secrets', '2026-09-11'), basis: 'tokyo' },
  secretReads: { service: 'Secrets Manager', what: 'reads', unit: 'request', usd: 0.05, per: 10_000, page: page('secrets-manager'), read, seen: 'price list of 2026-09-11, Tokyo', basis: 'tokyo' },
  keys: { service: 'KMS', what: 'keys', unit: 'key', usd: 1, per: 1, page: page('kms'), read, seen: list('ap-northeast-1-KMS-Keys'), basis: 'tokyo' },
  keyRequests: { service: 'KMS', what: 'requests', unit: 'request', usd: 0.03, per: 10_000, free: 20_000, page: page('kms'), read, seen: list('ap-northeast-1-KMS-Requests'), basis: 'tokyo' },
  firewalls: { service: 'WAF', what: 'firewalls', unit: 'firewall', usd: 5, per: 1, page: page('waf'), read, seen: firewall('APN1-WebACL'), basis: 'nearest' },
  firewallRules: { service: 'WAF', what: 'rules', unit: 'rule', usd: 1, per: 1, page: page('waf'), read, seen: firewall('APN1-Rule'), basis: 'nearest' },
  firewallRequests: { service: 'WAF', what: 'requests', unit: 'request', usd: 0.6, per: million, page: page('waf'), read, seen: firewall('APN1-Request'), basis: 'nearest' },
  schedules: { service: 'EventBridge Scheduler', what: 'runs', unit: 'run', usd: 1, per: million, free: 14 * million, page: page('eventbridge'), read, seen: 'price of N. Virginia, 2026-03-13', basis: 'nearest' },
} as const satisfies Record<string, Price>;

export type PriceName = keyof typeof prices;
