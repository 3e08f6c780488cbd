import type { ResourceType } from '../deployed/resource-type';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';

/** The function that rewrites a viewer's request before the page is looked up; the same source runs here. */
export const cloudFrontFunction: ResourceType = {
  types: ['AWS::CloudFront::Function'],
  async make({ properties, generatedName, account }, { deployed }) {
    deployed.web.viewerRequest = String(properties['FunctionCode']);
    const arn = `arn:aws:cloudfront::${account}:function/${generatedName}`;
    return { ref: arn, attributes: { FunctionARN: arn } };
  },
};

interface Declared {
  DistributionConfig: { Origins?: { OriginCustomHeaders?: { HeaderName: string; HeaderValue: string }[] }[] };
}

/**
 * `{{resolve:secretsmanager:<name>:SecretString:<key>::}}` (CloudFormation user guide, "Dynamic references to
 * secrets").
 */
const reference = /^\{\{resolve:secretsmanager:([^:]+):SecretString:([^:]*):[^:]*:[^:}]*\}\}$/;

async function valueOf(text: string, secrets: SecretsManagerClient): Promise<string> {
  const [, SecretId, key = ''] = reference.exec(text) ?? [];
  if (SecretId === undefined) return text;
  const { SecretString = '' } = await secrets.send(new GetSecretValueCommand({ SecretId }));
  return key === '' ? SecretString : String((JSON.parse(SecretString) as Record<string, unknown>)[key]);
}

/** The portal's own server replaces the distribution here; the headers it adds to requests for the API are kept. */
export const distribution: ResourceType = {
  types: ['AWS::CloudFront::Distribution'],
  async make({ properties, generatedName }, { clients, deployed }) {
    const { Origins = [] } = (properties as unknown as Declared).DistributionConfig;
    for (const { HeaderName, HeaderValue } of Origins.flatMap((origin) => origin.OriginCustomHeaders ?? [])) {
      deployed.web.originHeaders[HeaderName.toLowerCase()] = await valueOf(
        HeaderValue,
        clients.of('secrets', SecretsManagerClient),
      );
    }
    return { ref: generatedName, attributes: { Id: generatedName, DomainName: 'localhost' } };
  },
};

interface SecurityHeaders {
  ContentSecurityPolicy?: { ContentSecurityPolicy: string };
  ContentTypeOptions?: object;
  FrameOptions?: { FrameOption: string };
  ReferrerPolicy?: { ReferrerPolicy: string };
  StrictTransportSecurity?: { AccessControlMaxAgeSec: number; IncludeSubdomains?: boolean; Preload?: boolean };
}

interface Declared {
  ResponseHeadersPolicyConfig: {
    SecurityHeadersConfig?: SecurityHeaders;
    CustomHeadersConfig?: { Items: { Header: string; Value: string }[] };
  };
}

function securityHeaders(config: SecurityHeaders): Record<string, string> {
  const {
    ContentSecurityPolicy: csp,
    ContentTypeOptions,
    FrameOptions,
    ReferrerPolicy: referrer,
    StrictTransportSecurity: transport,
  } = config;
  return {
    ...(csp && { 'content-security-policy': csp.ContentSecurityPolicy }),
    ...(ContentTypeOptions && { 'x-content-type-options': 'nosniff' }),
    ...(FrameOptions && { 'x-frame-options': FrameOptions.FrameOption }),
    ...(referrer && { 'referrer-policy': referrer.ReferrerPolicy }),
    ...(transport && {
      'strict-transport-security':
        `max-age=${transport.AccessControlMaxAgeSec}` +
        `${transport.IncludeSubdomains ? '; includeSubDomains' : ''}${transport.Preload ? '; preload' : ''}`,
    }),
  };
}

/** The headers that CloudFront adds to every response, of page and API. */
export const responseHeadersPolicy: ResourceType = {
  types: ['AWS::CloudFront::ResponseHeadersPolicy'],
  async make({ properties, generatedName }, { deployed }) {
    const { SecurityHeadersConfig = {}, CustomHeadersConfig } = (properties as unknown as Declared)
      .ResponseHeadersPolicyConfig;
    const custom = (CustomHeadersConfig?.Items ?? []).map(
      ({ Header, Value }) => [Header.toLowerCase(), Value] as const,
    );
    Object.assign(deployed.web.headers, securityHeaders(SecurityHeadersConfig), Object.fromEntries(custom));
    return { ref: generatedName, attributes: { Id: generatedName } };
  },
};
