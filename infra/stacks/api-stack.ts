import { ArnFormat, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import { HttpApi, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { PortalFunction } from '../constructs/portal-function';
import { callsOf } from '../functions/calls';
import type { Resources } from '../functions/permissions';
import { apiLogName, originHeader, physicalName, removalPolicyOf } from '../stage/names';
import { triggers } from '../functions/worker';
import { addCalls, type CallsProps } from './calls-stack';

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

/** The gateway, and the calls about the portal itself; it refuses what did not come through CloudFront. */
export class ApiStack extends Stack {
  readonly api: HttpApi;
  readonly gateway: CallsProps['gateway'];

  constructor(scope: Construct, id: string, props: StackProps & { resources: Resources; bundles: string }) {
    super(scope, id, props);
    const { resources, bundles } = props;
    const { stage } = resources;

    this.api = new HttpApi(this, 'Api', { apiName: physicalName(stage.name, 'api'), createDefaultStage: false });
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: apiLogName(stage.name),
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: { rateLimit: stage.throttle.rate, burstLimit: stage.throttle.burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(logged)),
      },
    });

    const authorizeOrigin = new PortalFunction(this, {
      name: 'authorize-origin',
      declaration: triggers['authorize-origin'],
      resources,
      bundles,
    });
    const authorizer = new HttpLambdaAuthorizer('ThroughCloudFront', authorizeOrigin.lambda, {
      authorizerName: 'through-cloudfront',
      identitySource: [`$request.header.${originHeader}`],
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      resultsCacheTtl: Duration.hours(1),
    });

    const invoker = new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'Lets the API invoke the functions of its routes',
    });
    // A statement for each function would outgrow what a role's policies may hold: 10,240 characters (IAM quotas).
    const functions = this.formatArn({
      service: 'lambda',
      resource: 'function',
      resourceName: physicalName(stage.name, '*'),
      arnFormat: ArnFormat.COLON_RESOURCE_NAME,
    });
    invoker.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [functions] }));
    this.gateway = { api: this.api, authorizer, invoker };
    addCalls(this, { gateway: this.gateway, calls: callsOf('http'), resources, bundles });
  }
}
