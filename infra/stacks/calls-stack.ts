import { Stack, type StackProps } from 'aws-cdk-lib';
import {
  HttpIntegrationType,
  HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  HttpRouteKey,
  IntegrationCredentials,
  PayloadFormatVersion,
  type HttpApi,
  type HttpRouteIntegrationConfig,
  type IHttpRouteAuthorizer,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { CallName, ListedCall } from '#shared/contract/index';
import { TrafficShift } from '../constructs/traffic-shift';
import { oneAfterAnother } from '../constructs/one-after-another';
import { PortalFunction } from '../constructs/portal-function';
import { callFunction } from '../functions/calls';
import type { Resources } from '../functions/permissions';

/** What the routes of all stacks share. */
interface Gateway {
  api: HttpApi;
  authorizer: IHttpRouteAuthorizer;
  /** By this role the gateway invokes the functions of its routes. */
  invoker: IRole;
}

export interface CallsProps {
  gateway: Gateway;
  calls: readonly ListedCall[];
  resources: Resources;
  bundles: string;
}

/** Connects a route to its function by the role that all routes share. */
class FunctionIntegration extends HttpRouteIntegration {
  constructor(
    name: string,
    private readonly target: IFunction,
    private readonly role: IRole,
  ) {
    super(`${name}-integration`);
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.target.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.role),
    };
  }
}

/** Without these calls owners see nothing or money goes wrong: what replaces them gets a part of the requests first. */
const shifted: ReadonlySet<CallName> = new Set(['login', 'list-shops', 'stripe-webhook']);

/** One route and one function for each of these entries of the contract table. */
export function addCalls(scope: Construct, { gateway, calls, resources, bundles }: CallsProps): void {
  const routes = calls.map((call) => {
    const { lambda } = new PortalFunction(scope, {
      name: call.name,
      declaration: callFunction(call),
      resources,
      bundles,
    });
    const target = shifted.has(call.name)
      ? new TrafficShift(scope, call, lambda, resources.stage.name).target
      : (lambda as IFunction);
    return new HttpRoute(scope, `${call.name}-route`, {
      httpApi: gateway.api,
      routeKey: HttpRouteKey.with(call.path, HttpMethod[call.method]),
      integration: new FunctionIntegration(call.name, target, gateway.invoker),
      authorizer: gateway.authorizer,
    });
  });
  oneAfterAnother(routes);
}

export class CallsStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & CallsProps) {
    super(scope, id, props);
    addCalls(this, props);
  }
}
