import type { Statement } from './statement';

/** A function as the templates declare it, with everything resolved. */
export interface DeployedFunction {
  /** Physical name, `portal-local-login`. */
  name: string;
  arn: string;
  /** Folder of its bundle. */
  folder: string;
  /** `index.handler` */
  handler: string;
  timeoutMs: number;
  memoryMb: number;
  /** The template's own variables. */
  environment: Record<string, string>;
  roleArn: string;
}

/** A schedule as the templates declare it. */
export interface Schedule {
  /** Physical name, `portal-local-daily-digest`. */
  name: string;
  /** `rate(1 hour)` or `cron(0 3 * * ? *)`. */
  expression: string;
  timeZone: string;
  functionArn: string;
}

/** The target of a route. */
interface DeployedIntegration {
  functionArn: string;
  /** The role by which the gateway invokes it; without one the function needs a permission. */
  invokerArn?: string;
}

/**
 * The authorizer that the gateway calls before a route (API Gateway developer guide, "Control access to HTTP APIs with
 * Lambda authorizers").
 */
export interface DeployedAuthorizer {
  functionArn: string;
  /** Name of the header that it checks, in lower case. */
  header: string;
  /** How long its result for the same value is kept. */
  ttlSeconds: number;
}

export interface DeployedRoute extends DeployedIntegration {
  /** `POST /api/login` */
  routeKey: string;
  authorizer?: DeployedAuthorizer;
}

/** A queue that Lambda polls for a function. */
export interface DeployedEventSource {
  queueArn: string;
  functionArn: string;
  batchSize: number;
  maximumConcurrency: number;
  reportsFailures: boolean;
}

/** The response headers of page and API, and the function that rewrites the page's addresses. */
interface DeployedWeb {
  headers: Record<string, string>;
  /** Headers that CloudFront adds to requests for the API, in lower case. */
  originHeaders: Record<string, string>;
  /** Source of the CloudFront function that rewrites a viewer's request. */
  viewerRequest?: string;
}

/** Everything that was made from the templates. */
export interface Deployed {
  region: string;
  account: string;
  apiId: string;
  functions: Map<string, DeployedFunction>;
  /** Policy statements by role name. */
  statements: Map<string, Statement[]>;
  /** `<function arn> <service principal>` of those that may invoke a function. */
  invokers: Set<string>;
  integrations: Map<string, DeployedIntegration>;
  authorizers: Map<string, DeployedAuthorizer>;
  routes: DeployedRoute[];
  schedules: Schedule[];
  /** Addresses of queues by ARN. */
  queues: Map<string, string>;
  eventSources: DeployedEventSource[];
  web: DeployedWeb;
  /** ARNs by the id that a request names: table name, pool id, secret name. */
  arns: Map<string, string>;
  tables: string[];
  userPoolId: string;
  userPoolClientId: string;
  topicArn: string;
  /** ARNs by secret name. */
  secrets: Map<string, string>;
}

export const nothingDeployed = (region: string, account: string): Deployed => ({
  region,
  account,
  apiId: 'local',
  functions: new Map(),
  statements: new Map(),
  invokers: new Set(),
  integrations: new Map(),
  authorizers: new Map(),
  routes: [],
  schedules: [],
  queues: new Map(),
  eventSources: [],
  web: { headers: {}, originHeaders: {} },
  arns: new Map(),
  tables: [],
  userPoolId: '',
  userPoolClientId: '',
  topicArn: '',
  secrets: new Map(),
});
