import { Duration, Fn, IgnoreMode, RemovalPolicy, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { BlockPublicAccess, Bucket, BucketEncryption, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { contentSecurityPolicy } from '../content-security-policy';
import type { StageSettings } from '../stages';

/**
 * What is no built file is the one page, and the router in the browser takes it from there: a scanned code may hold a dot and
 * is no file for that.
 */
const pageRewrite = `function handler(event) {
  var request = event.request;
  if (!/^\\/(assets\\/.+|[^/]+\\.(js|svg|png|ico|txt|webmanifest))$/.test(request.uri)) request.uri = '/index.html';
  return request;
}`;

/** The page in a private bucket and the API, behind one CloudFront origin. */
export class WebStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & { stage: StageSettings; api: HttpApi; webFolder: string }) {
    super(scope, id, props);
    const { stage, api, webFolder } = props;
    const keep = stage.data === 'retain';

    // CDK's own types disagree under exactOptionalPropertyTypes; a bucket is an IBucket all the same.
    const bucket = new Bucket(this, 'Page', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: keep ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    }) as IBucket;

    const headers = new cloudfront.ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy: contentSecurityPolicy(stage), override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN_WHEN_CROSS_ORIGIN, override: true },
      },
      customHeadersBehavior: { customHeaders: [{ header: 'Permissions-Policy', value: 'camera=(self), microphone=(), geolocation=(), payment=(self)', override: true }] },
    });

    // What the functions read, and the viewer's address: throttling would count CloudFront's own addresses without it.
    const toApi = new cloudfront.OriginRequestPolicy(this, 'ToApi', {
      headerBehavior: cloudfront.OriginRequestHeaderBehavior.allowList(
        'Origin', 'Sec-Fetch-Site', 'Content-Type', 'User-Agent', 'Idempotency-Key', 'Stripe-Signature', 'CloudFront-Viewer-Address',
      ),
      cookieBehavior: cloudfront.OriginRequestCookieBehavior.all(),
      queryStringBehavior: cloudfront.OriginRequestQueryStringBehavior.all(),
    });

    const host = new URL(stage.portalOrigin).host;
    new cloudfront.Distribution(this, 'Distribution', {
      ...(stage.certificateArn && { domainNames: [host], certificate: Certificate.fromCertificateArn(this, 'Certificate', stage.certificateArn) }),
      defaultRootObject: 'index.html',
      minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_200,
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(bucket),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers,
        compress: true,
        functionAssociations: [
          {
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
            function: new cloudfront.Function(this, 'PageRewrite', { code: cloudfront.FunctionCode.fromInline(pageRewrite), runtime: cloudfront.FunctionRuntime.JS_2_0 }),
          },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint))),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: toApi,
          responseHeadersPolicy: headers,
        },
      },
    });

    // Hashed files never change; the page that names them is never kept. Old files stay, for pages that are still open.
    const ignoreMode = IgnoreMode.GIT;
    new BucketDeployment(this, 'HashedFiles', {
      destinationBucket: bucket,
      sources: [Source.asset(webFolder, { ignoreMode, exclude: ['/*', '!/assets', '*.map'] })],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
      prune: false,
    });
    new BucketDeployment(this, 'NamedFiles', {
      destinationBucket: bucket,
      sources: [Source.asset(webFolder, { ignoreMode, exclude: ['/assets', '*.map'] })],
      cacheControl: [CacheControl.fromString('no-cache')],
      prune: false,
    });
  }
}
