import type { ResourceType } from '../deployed/resource-type';

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
