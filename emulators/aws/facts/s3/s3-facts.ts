import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { same, type Fact, type FactService } from '../../../platform/facts';
import { Key, openSandbox, type S3Sandbox } from './s3-sandbox';

const guide = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide';
const disposition = "attachment; filename*=UTF-8''2026%E5%B9%B4.zip";

const put = ({ client, Bucket }: S3Sandbox, Body: string, more: object = {}) =>
  client.send(new PutObjectCommand({ Bucket, Key, Body, ContentType: 'application/zip', ...more }));

/** An address of an object of the content `text`, for a minute from some seconds ago on. */
async function addressOf(sandbox: S3Sandbox, secondsAgo = 0): Promise<string> {
  await put(sandbox, 'text');
  const { client, Bucket } = sandbox;
  return getSignedUrl(client, new GetObjectCommand({ Bucket, Key, ResponseContentDisposition: disposition }), {
    expiresIn: 60,
    signingDate: new Date(Date.now() - secondsAgo * 1000),
  });
}

/** Status, and the code of an error, of a request that anybody could make. */
async function outcomeOf(address: string): Promise<[number, string | undefined]> {
  const response = await fetch(address);
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
}

/** What the product assumes about S3: exports are downloaded by addresses that are signed here, for some minutes. */
export const s3Facts: FactService<S3Sandbox> = {
  name: 's3',
  facts: [
    {
      id: 'a-later-object',
      says: 'An object replaces the one of its key, and is read at once.',
      page: `${guide}/Welcome.html#ConsistencyModel`,
      async check(sandbox) {
        await put(sandbox, 'first');
        await put(sandbox, 'second');
        const { Body } = await sandbox.client.send(new GetObjectCommand({ Bucket: sandbox.Bucket, Key }));
        same('the object', 'second', await Body?.transformToString());
      },
    },
    {
      id: 'another-content-than-its-checksum',
      says: 'An upload whose CRC32 is not its content’s is refused with BadDigest.',
      page: `${guide}/checking-object-integrity-upload.html`,
      async check(sandbox) {
        const refusal = put(sandbox, 'first', { ChecksumCRC32: 'AAAAAA==' }).then(
          () => 'none',
          (error: Error) => error.name,
        );
        same('the refusal', 'BadDigest', await refusal);
      },
    },
    {
      id: 'a-signed-address',
      says: 'Whoever has a presigned address reads the object, under the name that the address has for it.',
      page: `${guide}/using-presigned-url.html`,
      async check(sandbox) {
        const response = await fetch(await addressOf(sandbox));
        same('the content', [200, 'text'], [response.status, await response.text()]);
        same('the name', disposition, response.headers.get('content-disposition'));
      },
    },
    {
      id: 'a-signed-address-ends',
      says: 'After its time a presigned address is refused with 403 AccessDenied.',
      page: `${guide}/using-presigned-url.html`,
      async check(sandbox) {
        same('the outcome', [403, 'AccessDenied'], await outcomeOf(await addressOf(sandbox, 120)));
      },
    },
    {
      id: 'a-signed-address-is-for-one-object',
      says: 'With another key or another name for it, a presigned address is refused with 403 SignatureDoesNotMatch.',
      page: `${guide}/using-presigned-url.html`,
      async check(sandbox) {
        const address = await addressOf(sandbox);
        const refused = [403, 'SignatureDoesNotMatch'];
        same('another key', refused, await outcomeOf(address.replace('.zip?', '.csv?')));
        same('another name', refused, await outcomeOf(address.replace('attachment', 'inline')));
      },
    },
  ] satisfies Fact<S3Sandbox>[],
  open: async (environment) => openSandbox(environment),
};
