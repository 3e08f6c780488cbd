import { createHash } from 'node:crypto';
import type { ResourceType } from '../deployed/resource-type';

const shortId = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 10);

/** The HTTP API itself; it is served at the portal's own origin. */
export const httpApi: ResourceType = {
  types: ['AWS::ApiGatewayV2::Api'],
  async make({ properties, generatedName }, { deployed, portalUrl }) {
    const { ProtocolType, CorsConfiguration } = properties;
    if (ProtocolType !== 'HTTP')
      throw new Error(`only HTTP APIs are known to the local cloud, not ${String(ProtocolType)}`);
    if (CorsConfiguration !== undefined) throw new Error('CORS settings of an API are not known to the local cloud');
    const id = shortId(generatedName);
    deployed.apiId = id;
    return { ref: id, attributes: { ApiEndpoint: portalUrl, ApiId: id } };
  },
};

export const httpIntegration: ResourceType = {
  types: ['AWS::ApiGatewayV2::Integration'],
  async make({ properties, generatedName }, { deployed }) {
    const { IntegrationType, IntegrationUri, PayloadFormatVersion, CredentialsArn } = properties as Record<
      string,
      string | undefined
    >;
    if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0')
      throw new Error('only AWS_PROXY integrations with payload format 2.0 are known to the local cloud');
    const id = shortId(generatedName);
    deployed.integrations.set(id, {
      functionArn: IntegrationUri ?? '',
      ...(CredentialsArn !== undefined && { invokerArn: CredentialsArn }),
    });
    return { ref: id, attributes: { IntegrationId: id } };
  },
};

/** `arn:aws:apigateway:<region>:lambda:path/2015-03-31/functions/<function arn>/invocations` */
const functionOf = (uri: string): string => /\/functions\/(.+)\/invocations$/.exec(uri)?.[1] ?? '';

/** Authorizers that are functions with simple responses and check one header. */
export const httpAuthorizer: ResourceType = {
  types: ['AWS::ApiGatewayV2::Authorizer'],
  async make({ properties, generatedName }, { deployed }) {
    const { AuthorizerType, AuthorizerPayloadFormatVersion, EnableSimpleResponses, IdentitySource } = properties;
    const header = /^\$request\.header\.([\w-]+)$/.exec(String(IdentitySource))?.[1];
    const kind = `${String(AuthorizerType)} ${String(AuthorizerPayloadFormatVersion)} ${String(EnableSimpleResponses)}`;
    if (kind !== 'REQUEST 2.0 true' || header === undefined) {
      throw new Error(
        'only authorizers that are functions with payload format 2.0, simple responses and one header are known ' +
          'to the local cloud',
      );
    }
    const id = shortId(generatedName);
    deployed.authorizers.set(id, {
      functionArn: functionOf(String(properties['AuthorizerUri'])),
      header: header.toLowerCase(),
      ttlSeconds: Number(properties['AuthorizerResultTtlInSeconds'] ?? 0),
    });
    return { ref: id, attributes: { AuthorizerId: id } };
  },
};

export const httpRoute: ResourceType = {
  types: ['AWS::ApiGatewayV2::Route'],
  async make({ properties, generatedName }, { deployed }) {
    const {
      RouteKey = '',
      Target = '',
      AuthorizationType = 'NONE',
      AuthorizerId = '',
    } = properties as Record<string, string | undefined>;
    if (AuthorizationType !== 'NONE' && AuthorizationType !== 'CUSTOM')
      throw new Error(`this kind of authorization is not known to the local cloud (${AuthorizationType})`);
    const authorizer = AuthorizationType === 'CUSTOM' ? deployed.authorizers.get(AuthorizerId) : undefined;
    if (AuthorizationType === 'CUSTOM' && !authorizer) throw new Error(`the route ${RouteKey} has no authorizer`);
    const integration = deployed.integrations.get(Target.replace('integrations/', ''));
    if (!integration) throw new Error(`the route ${RouteKey} has no integration`);
    deployed.routes.push({ routeKey: RouteKey, ...integration, ...(authorizer && { authorizer }) });
    return { ref: shortId(generatedName), attributes: { RouteId: shortId(generatedName) } };
  },
};

/** The stage of the API. Only a stage without a path prefix is known; its request limits are not enforced here. */
export const httpStage: ResourceType = {
  types: ['AWS::ApiGatewayV2::Stage'],
  async make({ properties }) {
    if (properties['StageName'] !== '$default') throw new Error('only the stage $default is known to the local cloud');
    return { ref: '$default', attributes: {} };
  },
};
