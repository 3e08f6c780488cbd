import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  HttpApi,
  HttpIntegrationType,
  HttpMethod,
  HttpRouteIntegration,
  HttpStage,
  IntegrationCredentials,
  LogGroupLogDestination,
  PayloadFormatVersion,
  type HttpRouteIntegrationConfig,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { Policy, PolicyStatement, Role, ServicePrincipal, type IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { calls } from '#shared/contract/index';
import { callFunction } from '../functions/calls';
import { createFunction } from '../constructs/portal-function';
import type { Resources } from '../functions/grants';
import { originHeader, physicalName, removalPolicyOf } from '../stage/names';
import { triggers } from '../functions/worker';

/**
 * The fields of the gateway's log (API Gateway developer guide, "Customize HTTP API access logs"): the route and not
 * the path, which ends in a secret for Kintone's webhooks, and no query, where the links of mails carry tokens.
 * CloudFront's log has the viewer's address.
 */
const logged = {
  time: '$context.requestTime',
  requestId: '$context.requestId',
  route: '$context.routeKey',
  status: '$context.status',
  milliseconds: '$context.responseLatency',
  bytes: '$context.responseLength',
  error: '$context.error.message',
  integrationError: '$context.integrationErrorMessage',
  authorizerError: '$context.authorizer.error',
};

/**
 * Connects a route to its function through a role that may invoke it. All routes share one role instead of one
 * permission resource each, because a stack holds at most 500 resources (CloudFormation quotas).
 */
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

/**
 * One route and one function for each entry of the contract table. A request that did not come through CloudFront
 * reaches none of them.
 */
export class ApiStack extends Stack {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: StackProps & { resources: Resources; bundles: string }) {
    super(scope, id, props);
    const { resources, bundles } = props;
    const { stage } = resources;

    this.api = new HttpApi(this, 'Api', { apiName: physicalName(stage.name, 'api'), createDefaultStage: false });
    const accessLog = new LogGroup(this, 'AccessLog', {
      // The account's policy for delivered logs gets an entry for each group and is full at 5,120 characters; then only
      // groups with this beginning are accepted (CloudWatch Logs user guide, "Logs sent to CloudWatch Logs").
      logGroupName: `/aws/vendedlogs/${physicalName(stage.name, 'api')}`,
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      // Errors, latency and counts by route, for the alarms.
      detailedMetricsEnabled: true,
      throttle: { rateLimit: stage.throttle.rate, burstLimit: stage.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(logged)),
      },
    });

    const authorizeOrigin = createFunction(this, {
      name: 'authorize-origin',
      declaration: triggers['authorize-origin'],
      resources,
      bundles,
    });
    const throughCloudFront = new HttpLambdaAuthorizer('ThroughCloudFront', authorizeOrigin.lambda, {
      authorizerName: 'through-cloudfront',
      identitySource: [`$request.header.${originHeader}`],
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      resultsCacheTtl: Duration.minutes(5),
    });

    const invoker = new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'Lets the API invoke the functions of its routes',
    });
    const targets = new Map<string, string[]>();
    for (const call of calls) {
      const target = createFunction(this, { name: call.name, declaration: callFunction(call), resources, bundles });
      this.api.addRoutes({
        path: call.path,
        methods: [HttpMethod[call.method]],
        integration: new FunctionIntegration(call.name, target.lambda, invoker),
        authorizer: throughCloudFront,
      });
      targets.set(call.noun, [...(targets.get(call.noun) ?? []), target.lambda.functionArn]);
    }
    // A policy for each noun: CDK moves parts of one that it takes for too large into a managed policy.
    for (const [noun, resources] of targets)
      invoker.attachInlinePolicy(
        new Policy(this, `Invoke-${noun}`, {
          statements: [new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources })],
        }),
      );
  }
}
