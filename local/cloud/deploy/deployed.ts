import type { Statement } from '../access/statement';
import type { Schedule } from '../schedule/schedule';

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

export interface DeployedRoute {
  /** `POST /api/login` */
  routeKey: string;
  functionArn: string;
}

/** Headers that the page and the API answer with, and the function that rewrites the page's addresses. */
export interface DeployedWeb {
  headers: Record<string, string>;
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
  integrations: Map<string, string>;
  routes: DeployedRoute[];
  schedules: Schedule[];
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
  routes: [],
  schedules: [],
  web: { headers: {} },
  arns: new Map(),
  tables: [],
  userPoolId: '',
  userPoolClientId: '',
  topicArn: '',
  secrets: new Map(),
});
