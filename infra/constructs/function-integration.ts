import {
  HttpIntegrationType,
  HttpRouteIntegration,
  IntegrationCredentials,
  PayloadFormatVersion,
  type HttpRouteIntegrationConfig,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * Connects a route to its function through a role that may invoke it. All routes share one role instead of one
 * permission resource each, because a stack holds at most 500 resources (CloudFormation quotas).
 */
export class FunctionIntegration extends HttpRouteIntegration {
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
