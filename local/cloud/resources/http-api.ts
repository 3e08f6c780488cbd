import { createHash } from 'node:crypto';
import type { ResourceType } from '../deploy/resource-type';

const shortId = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 10);

/** The HTTP API itself; it answers at the portal's own origin. */
export const httpApi: ResourceType = {
  types: ['AWS::ApiGatewayV2::Api'],
  async make({ properties, generatedName }, { deployed, portalUrl }) {
    const { ProtocolType, CorsConfiguration } = properties;
    if (ProtocolType !== 'HTTP') throw new Error(`only HTTP APIs are known to the local cloud, not ${String(ProtocolType)}`);
    if (CorsConfiguration !== undefined) throw new Error('CORS settings of an API are not known to the local cloud');
    const id = shortId(generatedName);
    deployed.apiId = id;
    return { ref: id, attributes: { ApiEndpoint: portalUrl, ApiId: id } };
  },
};

export const httpIntegration: ResourceType = {
  types: ['AWS::ApiGatewayV2::Integration'],
  async make({ properties, generatedName }, { deployed }) {
    const { IntegrationType, IntegrationUri, PayloadFormatVersion } = properties as Record<string, string | undefined>;
    if (IntegrationType !== 'AWS_PROXY' || PayloadFormatVersion !== '2.0') throw new Error('only AWS_PROXY integrations with payload format 2.0 are known to the local cloud');
    const id = shortId(generatedName);
    deployed.integrations.set(id, IntegrationUri ?? '');
    return { ref: id, attributes: { IntegrationId: id } };
  },
};

export const httpRoute: ResourceType = {
  types: ['AWS::ApiGatewayV2::Route'],
  async make({ properties, generatedName }, { deployed }) {
    const { RouteKey = '', Target = '', AuthorizationType = 'NONE' } = properties as Record<string, string | undefined>;
    if (AuthorizationType !== 'NONE') throw new Error(`authorizers are not known to the local cloud (${AuthorizationType})`);
    const functionArn = deployed.integrations.get(Target.replace('integrations/', ''));
    if (functionArn === undefined) throw new Error(`the route ${RouteKey} has no integration`);
    deployed.routes.push({ routeKey: RouteKey, functionArn });
    return { ref: shortId(generatedName), attributes: { RouteId: shortId(generatedName) } };
  },
};

/** The stage of the API. Only the one that needs no path prefix; its request limits are not enforced here. */
export const httpStage: ResourceType = {
  types: ['AWS::ApiGatewayV2::Stage'],
  async make({ properties }) {
    if (properties['StageName'] !== '$default') throw new Error('only the stage $default is known to the local cloud');
    return { ref: '$default', attributes: {} };
  },
};
