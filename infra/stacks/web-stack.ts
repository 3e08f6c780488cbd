import {
  ArnFormat,
  CfnOutput,
  CrossStackReferences,
  Duration,
  Fn,
  IgnoreMode,
  ReferenceStrength,
  SecretValue,
  Stack,
  type StackProps,
} from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import * as cloudfront from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import { AaaaRecord, ARecord, HostedZone, RecordTarget } from 'aws-cdk-lib/aws-route53';
import { CloudFrontTarget } from 'aws-cdk-lib/aws-route53-targets';
import { Bucket, type CfnBucket, type IBucket } from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import type { Construct } from 'constructs';
import { closedBucket } from '../constructs/closed-bucket';
import { originHeader, removalPolicyOf } from '../stage/names';
import type { StageSettings } from '../stage/stages';
import { contentSecurityPolicy, permissionsPolicy, securityText } from './page-security';
import { originSecretField, originSecretName } from './data-stack';

/** Every path that is not a built file returns the one page; a dot alone makes none, as scanned codes may have one. */
const pageRewrite = `function handler(event) {
  var request = event.request;
  if (!/^\\/(assets\\/.+|\\.well-known\\/.+|[^/]+\\.(js|svg|png|ico|txt|webmanifest))$/.test(request.uri))
    request.uri = '/index.html';
  return request;
}`;

/**
 * Failures that CloudFront would keep for ten seconds and give to whoever asks for the same path of the API next: of
 * these statuses it keeps responses to GET even with `no-store`, also where caching is disabled (CloudFront developer
 * guide, "Control how long CloudFront caches errors").
 */
const keptFailures = [500, 502, 503, 504];

interface WebStackProps extends StackProps {
  stage: StageSettings;
  api: HttpApi;
  webFolder: string;
  webAclArn?: string;
}

const hostOf = (stage: StageSettings): string => new URL(stage.portalOrigin).host;

/** The page in a private bucket and the API, behind one CloudFront origin. */
export class WebStack extends Stack {
  readonly distribution: cloudfront.Distribution;
  /** ARN of the bucket in which CloudFront and S3 log requests. */
  readonly logsArn: string;

  constructor(scope: Construct, id: string, props: WebStackProps) {
    super(scope, id, props);
    // An export does not reach another region.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    const { stage } = props;
    const logs = this.#makeLogs(stage);
    // The attribute of the resource itself, because a stack in another region refers to it.
    this.logsArn = (logs.node.defaultChild as CfnBucket).attrArn;
    // CDK's own types disagree under exactOptionalPropertyTypes, although a bucket is an IBucket.
    const bucket = new Bucket(this, 'Page', {
      ...closedBucket(stage),
      serverAccessLogsBucket: logs,
      serverAccessLogsPrefix: 'page/',
    }) as IBucket;
    this.distribution = this.#distribute(bucket, props);
    this.#nameHost(stage);
    new CfnOutput(this, 'Portal', { value: stage.portalOrigin, description: 'Where people open the portal' });
    new CfnOutput(this, 'CloudFrontDomain', {
      value: this.distribution.distributionDomainName,
      description: 'What the host of the portal points to',
    });

    this.#upload(bucket, props);
  }

  #makeLogs(stage: StageSettings): IBucket {
    const logs = new Bucket(this, 'Logs', {
      ...closedBucket(stage),
      lifecycleRules: [{ expiration: Duration.days(stage.logRetentionDays) }],
    }) as IBucket;
    // CloudWatch Logs user guide, "Logs sent to Amazon S3"; infra/stacks/outside-stack.ts makes the delivery.
    logs.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('delivery.logs.amazonaws.com')],
        actions: ['s3:PutObject'],
        resources: [logs.arnForObjects(`AWSLogs/${this.account}/*`)],
        conditions: {
          StringEquals: { 's3:x-amz-acl': 'bucket-owner-full-control', 'aws:SourceAccount': this.account },
          ArnLike: {
            'aws:SourceArn': this.formatArn({
              service: 'logs',
              region: 'us-east-1',
              resource: 'delivery-source',
              resourceName: '*',
              arnFormat: ArnFormat.COLON_RESOURCE_NAME,
            }),
          },
        },
      }),
    );
    return logs;
  }

  #makeHeaders(): cloudfront.ResponseHeadersPolicy {
    return new cloudfront.ResponseHeadersPolicy(this, 'Headers', {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        strictTransportSecurity: { accessControlMaxAge: Duration.days(365), includeSubdomains: true, override: true },
        contentTypeOptions: { override: true },
        frameOptions: { frameOption: cloudfront.HeadersFrameOption.DENY, override: true },
        referrerPolicy: { referrerPolicy: cloudfront.HeadersReferrerPolicy.STRICT_ORIGIN, override: true },
      },
      customHeadersBehavior: {
        customHeaders: [{ header: 'Permissions-Policy', value: permissionsPolicy, override: true }],
      },
    });
  }

  /**
   * The headers that the functions read, and the viewer's address: without it, throttling would count CloudFront's
   * addresses.
   */
  #makeRequestPolicy(): cloudfront.OriginRequestPolicy {
    return new cloudfront.OriginRequestPolicy(this, 'ToApi', {
      headerBehavior: cloudfront.OriginRequestHeaderBehavior.allowList(
        'Origin',
        'Sec-Fetch-Site',
        'Content-Type',
        'User-Agent',
        'Idempotency-Key',
        'Stripe-Signature',
        'CloudFront-Viewer-Address',
      ),
      cookieBehavior: cloudfront.OriginRequestCookieBehavior.all(),
      queryStringBehavior: cloudfront.OriginRequestQueryStringBehavior.all(),
    });
  }

  /** Sends `/api/*` to the API with its key, and every other path to the page. */
  #distribute(page: IBucket, { stage, api, webAclArn }: WebStackProps): cloudfront.Distribution {
    const headers = this.#makeHeaders();
    return new cloudfront.Distribution(this, 'Distribution', {
      ...(stage.certificateArn && {
        domainNames: [hostOf(stage)],
        certificate: Certificate.fromCertificateArn(this, 'Certificate', stage.certificateArn),
        minimumProtocolVersion: cloudfront.SecurityPolicyProtocol.TLS_V1_2_2021,
      }),
      defaultRootObject: 'index.html',
      httpVersion: cloudfront.HttpVersion.HTTP2_AND_3,
      priceClass: cloudfront.PriceClass.PRICE_CLASS_200,
      ...(webAclArn !== undefined && { webAclId: webAclArn }),
      errorResponses: keptFailures.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      defaultBehavior: {
        origin: S3BucketOrigin.withOriginAccessControl(page),
        viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
        cachePolicy: cloudfront.CachePolicy.CACHING_OPTIMIZED,
        responseHeadersPolicy: headers,
        compress: true,
        functionAssociations: [
          {
            eventType: cloudfront.FunctionEventType.VIEWER_REQUEST,
            function: new cloudfront.Function(this, 'PageRewrite', {
              code: cloudfront.FunctionCode.fromInline(pageRewrite),
              runtime: cloudfront.FunctionRuntime.JS_2_0,
            }),
          },
        ],
      },
      additionalBehaviors: {
        '/api/*': {
          // The key is read while CloudFront is configured, and no template has it.
          origin: new HttpOrigin(Fn.select(2, Fn.split('/', api.apiEndpoint)), {
            customHeaders: {
              [originHeader]: SecretValue.secretsManager(originSecretName(stage), {
                jsonField: originSecretField,
              }).unsafeUnwrap(),
            },
            originSslProtocols: [cloudfront.OriginSslPolicy.TLS_V1_2],
            readTimeout: Duration.seconds(30),
          }),
          viewerProtocolPolicy: cloudfront.ViewerProtocolPolicy.HTTPS_ONLY,
          allowedMethods: cloudfront.AllowedMethods.ALLOW_ALL,
          cachePolicy: cloudfront.CachePolicy.CACHING_DISABLED,
          originRequestPolicy: this.#makeRequestPolicy(),
          responseHeadersPolicy: headers,
        },
      },
    });
  }

  #nameHost(stage: StageSettings): void {
    if (!stage.hostedZone) return;
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: stage.hostedZone.id,
      zoneName: stage.hostedZone.name,
    });
    const record = {
      zone,
      recordName: hostOf(stage),
      target: RecordTarget.fromAlias(new CloudFrontTarget(this.distribution)),
    };
    new ARecord(this, 'Address', record);
    new AaaaRecord(this, 'AddressV6', record);
  }

  #upload(destinationBucket: IBucket, { stage, webFolder }: WebStackProps): void {
    // Hashed files never change; the page that names them is never cached. Old files stay, because open pages still
    // need them.
    const ignoreMode = IgnoreMode.GIT;
    const logGroup = new LogGroup(this, 'UploadLogs', {
      retention: stage.logRetentionDays,
      removalPolicy: removalPolicyOf(stage),
    });
    const shared = { destinationBucket, prune: false, logGroup };
    const hashed = new BucketDeployment(this, 'HashedFiles', {
      ...shared,
      sources: [Source.asset(webFolder, { ignoreMode, exclude: ['/*', '!/assets', '*.map'] })],
      cacheControl: [CacheControl.fromString('public, max-age=31536000, immutable')],
    });
    const { securityContact, portalOrigin } = stage;
    const named = new BucketDeployment(this, 'NamedFiles', {
      ...shared,
      sources: [
        Source.asset(webFolder, { ignoreMode, exclude: ['/assets', '*.map'] }),
        ...(securityContact === undefined
          ? []
          : [Source.data('.well-known/security.txt', securityText(securityContact, portalOrigin, new Date()))]),
      ],
      cacheControl: [CacheControl.fromString('no-cache')],
    });
    // The page is uploaded only after the files it names.
    named.node.addDependency(hashed);
  }
}
