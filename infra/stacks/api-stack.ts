import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaAuthorizer, HttpLambdaResponseType } from 'aws-cdk-lib/aws-apigatewayv2-authorizers';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { calls } from '#shared/contract/index';
import { access } from '../access';
import { FunctionIntegration } from '../constructs/function-integration';
import { PortalFunction } from '../constructs/portal-function';
import { auditRecord, originKey, usersTable, type Resources } from '../grants';
import { originHeader, physicalName } from '../names';
import { removalPolicyOf } from '../removal-policy';
import { triggers } from '../triggers';

/** Functions of which only so many may run at once, each with the reason. */
const atOnce: Readonly<Record<string, number>> = {
  // Each reads a shop at Stripe with up to three requests: fewer than the 25 a second that one endpoint of Stripe's
  // takes.
  'stripe-webhook': 8,
};

/**
 * One route and one function for each entry of the contract table; a request that did not come through CloudFront
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
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      // Errors, latency and counts by route, for the alarms.
      detailedMetricsEnabled: true,
      throttle: { rateLimit: stage.throttle.rate, burstLimit: stage.throttle.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog) },
    });

    const authorizeOrigin = new PortalFunction(this, {
      stage,
      name: 'authorize-origin',
      bundles,
      errorImpact: triggers['authorize-origin'],
      timeout: Duration.seconds(10),
    });
    originKey()(authorizeOrigin, resources);
    const throughCloudFront = new HttpLambdaAuthorizer('ThroughCloudFront', authorizeOrigin.lambda, {
      authorizerName: 'through-cloudfront',
      identitySource: [`$request.header.${originHeader}`],
      responseTypes: [HttpLambdaResponseType.SIMPLE],
      resultsCacheTtl: Duration.hours(1),
    });

    const invoker = new Role(this, 'Invoker', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      description: 'Lets the API invoke the functions of its routes',
    });
    const targets: string[] = [];
    for (const call of calls) {
      const entry = access[call.name];
      if (!entry) throw new Error(`infra/access.ts does not say what the call "${call.name}" may use`);
      const target = new PortalFunction(this, {
        stage,
        name: call.name,
        bundles,
        errorImpact: entry.errorImpact,
        atOnce: atOnce[call.name],
      });
      target.setEnvironment({ PORTAL_ORIGIN: stage.portalOrigin });
      if (call.access === 'user' || call.access === 'admin') usersTable('Query')(target, resources);
      // An administrator who acts for a user may call it, and what they change is recorded (the runtime's audit step).
      if (call.access === 'user' && call.method !== 'GET' && call.impersonation !== 'refused')
        auditRecord()(target, resources);
      for (const grant of entry.grants) grant(target, resources);
      this.api.addRoutes({
        path: call.path,
        methods: [HttpMethod[call.method]],
        integration: new FunctionIntegration(call.name, target.lambda, invoker),
        authorizer: throughCloudFront,
      });
      targets.push(target.lambda.functionArn);
    }
    invoker.addToPolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: targets }));
  }
}
