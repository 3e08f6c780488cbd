import { Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi, HttpMethod, HttpStage, LogGroupLogDestination } from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { calls } from '../../shared/contract';
import { access } from '../access';
import { PortalFunction } from '../constructs/portal-function';
import { auditRecord, usersTable, type Resources } from '../grants';
import { physicalName } from '../names';

/** One route and one function for each entry of the contract table. */
export class ApiStack extends Stack {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, props: StackProps & { resources: Resources; bundles: string }) {
    super(scope, id, props);
    const { resources, bundles } = props;
    const { stage } = resources;

    this.api = new HttpApi(this, 'Api', { apiName: physicalName(stage.name, 'api'), createDefaultStage: false });
    const accessLog = new LogGroup(this, 'AccessLog', { retention: stage.logRetentionDays });
    new HttpStage(this, 'Stage', {
      httpApi: this.api,
      autoDeploy: true,
      throttle: { rateLimit: stage.throttle.rate, burstLimit: stage.throttle.burst },
      accessLogSettings: { destination: new LogGroupLogDestination(accessLog) },
    });

    for (const call of calls) {
      const entry = access[call.name];
      if (!entry) throw new Error(`infra/access.ts does not say what the call "${call.name}" may use`);
      const target = new PortalFunction(this, { stage, name: call.name, bundles, errorImpact: entry.errorImpact });
      target.setEnvironment({ PORTAL_ORIGIN: stage.portalOrigin });
      if (call.access === 'user' || call.access === 'admin') usersTable('Query')(target, resources);
      // An administrator who acts for a user may call it, and what they change is recorded (the runtime's audit step).
      if (call.access === 'user' && call.method !== 'GET' && call.acting !== 'refused') auditRecord()(target, resources);
      for (const grant of entry.grants) grant(target, resources);
      this.api.addRoutes({ path: call.path, methods: [HttpMethod[call.method]], integration: new HttpLambdaIntegration(`${call.name}-integration`, target.lambda) });
    }
  }
}
