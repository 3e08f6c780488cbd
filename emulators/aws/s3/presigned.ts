import { timingSafeEqual } from 'node:crypto';
import { GetObjectCommand, S3Client } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import type { WireRequest } from '../../platform/index';
import { ServiceError, type S3Request } from './request';

/** `20270115T030000Z` as unix milliseconds. */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

export const isPresigned = ({ query }: S3Request): boolean => query.has('X-Amz-Signature');

/** The signature that the holder of the secret key gives to this request. */
async function signatureFor(
  host: string,
  { bucket, key, query }: S3Request,
  accessKeyId: string,
  secretAccessKey: string,
): Promise<string> {
  const [, , region = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  const sessionToken = query.get('X-Amz-Security-Token');
  const client = new S3Client({
    endpoint: `http://${host}`,
    region,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) },
  });
  const [type, disposition] = [query.get('response-content-type'), query.get('response-content-disposition')];
  const url = await getSignedUrl(
    client,
    new GetObjectCommand({
      Bucket: bucket,
      Key: key,
      ...(type !== null && { ResponseContentType: type }),
      ...(disposition !== null && { ResponseContentDisposition: disposition }),
    }),
    {
      expiresIn: Number(query.get('X-Amz-Expires')),
      signingDate: new Date(timeOf(query.get('X-Amz-Date') ?? '')),
    },
  );
  return new URL(url).searchParams.get('X-Amz-Signature') ?? '';
}

/**
 * Refuses a presigned request that has expired, or that another key or another request was signed for (S3 API
 * reference, "Authenticating requests: using query parameters"). `secretOf` returns the secret of an access key; a key
 * without one is refused.
 */
export async function checkPresigned(
  request: WireRequest,
  asked: S3Request,
  now: number,
  secretOf: (accessKeyId: string) => string | undefined,
): Promise<void> {
  const { query } = asked;
  const expires = Number(query.get('X-Amz-Expires'));
  if (!(expires >= 1 && expires <= 604_800))
    throw new ServiceError('InvalidArgument', 400, 'X-Amz-Expires must be from 1 to 604800 seconds');
  if (!(timeOf(query.get('X-Amz-Date') ?? '') + expires * 1000 > now))
    throw new ServiceError('AccessDenied', 403, 'Request has expired');
  const [accessKeyId = ''] = (query.get('X-Amz-Credential') ?? '').split('/');
  const secret = secretOf(accessKeyId);
  const wanted =
    secret === undefined ? '' : await signatureFor(request.headers['host'] ?? '', asked, accessKeyId, secret);
  const given = query.get('X-Amz-Signature') ?? '';
  if (wanted.length !== given.length || !timingSafeEqual(Buffer.from(wanted), Buffer.from(given)))
    throw new ServiceError(
      'SignatureDoesNotMatch',
      403,
      'The request signature we calculated does not match the signature you provided.',
    );
}
