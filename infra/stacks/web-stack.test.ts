import { Match } from 'aws-cdk-lib/assertions';
import { calls } from '#shared/contract/index';
import { resourcesOf, stacks } from '../testing/example';
import { synthesize } from '../testing/synthesize';
import { securityText } from './page-security';

const { outside, data, api, web } = stacks;

// ASVS 12.2.2
test('every route asks the authorizer for the key that CloudFront adds; the key is generated', () => {
  const routes = resourcesOf('AWS::ApiGatewayV2::Route');
  const [authorizer] = Object.keys(api.findResources('AWS::ApiGatewayV2::Authorizer'));
  expect(routes).toHaveLength(calls.length);
  for (const route of routes) {
    expect(route.Properties['AuthorizationType']).toBe('CUSTOM');
    expect(JSON.stringify(route.Properties['AuthorizerId'])).toContain(authorizer ?? 'none');
  }
  api.hasResourceProperties('AWS::ApiGatewayV2::Authorizer', {
    AuthorizerType: 'REQUEST',
    EnableSimpleResponses: true,
    AuthorizerPayloadFormatVersion: '2.0',
    IdentitySource: ['$request.header.x-origin-key'],
    AuthorizerResultTtlInSeconds: 3600,
  });
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Origins: Match.arrayWith([
        Match.objectLike({
          OriginCustomHeaders: [
            {
              HeaderName: 'x-origin-key',
              HeaderValue: '{{resolve:secretsmanager:portal-example-origin:SecretString:originKey::}}',
            },
          ],
          CustomOriginConfig: Match.objectLike({ OriginProtocolPolicy: 'https-only', OriginSSLProtocols: ['TLSv1.2'] }),
        }),
      ]),
    },
  });
  data.hasResourceProperties('AWS::SecretsManager::Secret', {
    Name: 'portal-example-origin',
    GenerateSecretString: Match.objectLike({ GenerateStringKey: 'originKey', PasswordLength: 48 }),
  });
});

// ASVS 12.1.1, 12.2.1
test('buckets are private, encrypted and TLS only; only CloudFront reads the page; CloudFront keeps a log', () => {
  const buckets = resourcesOf('AWS::S3::Bucket');
  expect(buckets).toHaveLength(3);
  // A bucket of a failed first deployment must not block the next one.
  for (const bucket of buckets) expect(bucket.DeletionPolicy).toBe('RetainExceptOnCreate');
  for (const bucket of buckets) {
    expect(bucket.Properties).toMatchObject({
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: expect.anything(),
    });
  }
  const policies = resourcesOf('AWS::S3::BucketPolicy').map((policy) =>
    JSON.stringify(policy.Properties['PolicyDocument']),
  );
  expect(policies.filter((policy) => policy.includes('"aws:SecureTransport":"false"'))).toHaveLength(buckets.length);
  expect(
    policies.filter((policy) => policy.includes('cloudfront.amazonaws.com') && policy.includes('AWS:SourceArn')),
  ).toHaveLength(1);
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      Logging: Match.absent(),
      ViewerCertificate: { MinimumProtocolVersion: 'TLSv1.2_2021' },
    },
  });
});

// ASVS 14.2.1
test('the logs of CloudFront and the gateway have no path (it may end in a secret), query, referrer or cookies', () => {
  const [delivery] = resourcesOf('AWS::Logs::Delivery', [outside]);
  const fields = delivery?.Properties['RecordFields'] as string[];
  expect(fields).toEqual(expect.arrayContaining(['c-ip', 'cs-method', 'sc-status']));
  expect(fields.filter((field) => /uri|query|referer|cookie/i.test(field))).toEqual([]);
  web.hasResourceProperties('AWS::S3::BucketPolicy', {
    PolicyDocument: {
      Statement: Match.arrayWith([
        Match.objectLike({
          Action: 's3:PutObject',
          Principal: { Service: 'delivery.logs.amazonaws.com' },
          Condition: Match.objectLike({
            StringEquals: Match.objectLike({ 'aws:SourceAccount': '111122223333' }),
          }),
        }),
      ]),
    },
  });
  const [stage] = resourcesOf('AWS::ApiGatewayV2::Stage', [api]);
  const { Format } = stage!.Properties['AccessLogSettings'] as { Format: string };
  expect(JSON.parse(Format)).toMatchObject({ route: '$context.routeKey' });
  expect(Format).not.toMatch(/path|query/i);
});

test('a firewall limits each address and refuses unsigned events; without one there is no Edge stack', () => {
  const firewall = JSON.stringify(stacks.edge.toJSON());
  expect(firewall).toContain('"Scope":"CLOUDFRONT"');
  expect(firewall.match(/"Limit":\d+/g)).toEqual(['"Limit":2000', '"Limit":20000']);
  expect(firewall).toContain('/api/webhooks/stripe');
  const [acl] = resourcesOf('AWS::WAFv2::WebACL', [stacks.edge]);
  const rules = acl?.Properties['Rules'] as { Name: string; Action?: { Block: unknown }; Statement: unknown }[];
  expect(rules.find(({ Name }) => Name === 'UnsignedEvent')).toMatchObject({
    Action: { Block: { CustomResponse: { ResponseCode: 400 } } },
    Statement: { AndStatement: { Statements: [{ ByteMatchStatement: {} }, { NotStatement: {} }] } },
  });
  // Every rule about a path sees it as the gateway does, however it is encoded.
  const paths = firewall.match(/"ByteMatchStatement":\{.*?"TextTransformations":\[.*?\]/g) ?? [];
  expect(paths.length).toBeGreaterThan(4);
  for (const path of paths)
    expect(path).toContain(
      '"TextTransformations":[{"Priority":0,"Type":"URL_DECODE"},{"Priority":1,"Type":"NORMALIZE_PATH"}]',
    );
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      WebACLId: { 'Fn::GetStackOutput': Match.objectLike({ StackName: 'Portal-example-Edge', Region: 'us-east-1' }) },
    },
  });
  expect(synthesize('local').edge).toBeUndefined();
});

test("payment requests are allowed for the page and Stripe's frames, which have the wallet buttons", () => {
  web.hasResourceProperties('AWS::CloudFront::ResponseHeadersPolicy', {
    ResponseHeadersPolicyConfig: {
      CustomHeadersConfig: {
        Items: [
          {
            Header: 'Permissions-Policy',
            Value: 'camera=(self), microphone=(), geolocation=(), payment=(self "https://js.stripe.com")',
          },
        ],
      },
    },
  });
});

// ASVS 1.2.3, 1.3.1, 1.3.2, 3.2.2, 3.4.1, 3.4.3, 3.4.4, 3.4.6
test('the page has security headers; the API is never cached', () => {
  const [headers] = resourcesOf('AWS::CloudFront::ResponseHeadersPolicy', [web]);
  const policy = JSON.stringify(headers?.Properties);
  for (const part of ["frame-ancestors 'none'", "base-uri 'none'", "object-src 'none'"]) expect(policy).toContain(part);
  expect(headers?.Properties['ResponseHeadersPolicyConfig']).toMatchObject({
    SecurityHeadersConfig: {
      ContentTypeOptions: { Override: true },
      ReferrerPolicy: { ReferrerPolicy: 'strict-origin' },
      StrictTransportSecurity: { AccessControlMaxAgeSec: 31_536_000, IncludeSubdomains: true },
    },
  });
  expect(policy).not.toMatch(/script-src[^;]*'unsafe/);
  web.hasResourceProperties('AWS::CloudFront::Distribution', {
    DistributionConfig: {
      CacheBehaviors: [
        Match.objectLike({
          PathPattern: '/api/*',
          CachePolicyId: '4135ea2d-6df8-44a3-9df3-4b5a84be39ad',
          AllowedMethods: Match.arrayWith(['POST', 'DELETE']),
        }),
      ],
    },
  });
});

test('one caller’s failed request of the API: CloudFront gives it to nobody else', () => {
  // Of these statuses CloudFront keeps a response to GET for ten seconds, even one with `no-store`, and whoever asks
  // for the path gets it. Others it keeps only without `no-store` (404, 410, 414, 501) or with `max-age` (CloudFront
  // developer guide, "Control how long CloudFront caches errors").
  const [distribution] = resourcesOf('AWS::CloudFront::Distribution', [web]);
  const { CustomErrorResponses } = distribution!.Properties['DistributionConfig'] as { CustomErrorResponses: unknown };
  expect(CustomErrorResponses).toEqual([500, 502, 503, 504].map((ErrorCode) => ({ ErrorCode, ErrorCachingMinTTL: 0 })));
});

test('CloudFront passes the viewer’s address on; any path that is not a built file returns the page', () => {
  web.hasResourceProperties('AWS::CloudFront::OriginRequestPolicy', {
    OriginRequestPolicyConfig: {
      HeadersConfig: {
        HeaderBehavior: 'whitelist',
        Headers: Match.arrayWith(['Idempotency-Key', 'Stripe-Signature', 'CloudFront-Viewer-Address']),
      },
    },
  });
  const [rewrite] = resourcesOf('AWS::CloudFront::Function', [web]);
  // oxlint-disable-next-line typescript/no-implied-eval -- the very code that CloudFront would run
  const handler = new Function(`${String(rewrite?.Properties['FunctionCode'])}; return handler;`)() as (event: {
    request: { uri: string };
  }) => { uri: string };
  const rewritten = (uri: string): string => handler({ request: { uri } }).uri;
  expect(['/', '/login', '/store/cus_1', '/devices/RZ-1.5', '/devices/a.js'].map(rewritten)).toEqual(
    Array.from({ length: 5 }, () => '/index.html'),
  );
  const files = ['/assets/index-1.js', '/first.js', '/favicon.svg', '/.well-known/security.txt'];
  expect(files.map(rewritten)).toEqual(files);
});

test('security.txt: has the fields that RFC 9116 requires, and expires within a year', () => {
  const text = securityText(
    'mailto:security@example.jp',
    'https://portal.example.jp',
    new Date('2027-03-15T00:00:00Z'),
  );
  expect(text.split('\n')).toEqual([
    'Contact: mailto:security@example.jp',
    'Expires: 2028-02-01T00:00:00.000Z',
    'Preferred-Languages: ja, en',
    'Canonical: https://portal.example.jp/.well-known/security.txt',
    '',
  ]);
  const deployments = resourcesOf('Custom::CDKBucketDeployment', [web]);
  expect(deployments.map(({ Properties }) => (Properties['SourceObjectKeys'] as string[]).length)).toEqual([1, 2]);
});
