import { GetObjectCommand, PutObjectCommand } from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { same, type Fact } from '../fact';
import type { S3Sandbox } from './s3-sandbox';

const page = 'https://docs.aws.amazon.com/AmazonS3/latest/userguide/using-presigned-url.html';
const disposition = "attachment; filename*=UTF-8''%E8%AB%8B%E6%B1%82%E6%9B%B8.pdf";

/** An address of an object of the content `text`, for a minute from some seconds ago on. */
async function addressOf({ client, bucket }: S3Sandbox, secondsAgo = 0): Promise<string> {
  const at = { Bucket: await bucket(), Key: 'pdf/in_1.pdf' };
  await client.send(new PutObjectCommand({ ...at, Body: 'text', ContentType: 'application/pdf' }));
  return getSignedUrl(client, new GetObjectCommand({ ...at, ResponseContentDisposition: disposition }), {
    expiresIn: 60,
    signingDate: new Date(Date.now() - secondsAgo * 1000),
  });
}

/** Status, and the code of an error, of a request that anybody could make. */
async function outcomeOf(address: string): Promise<[number, string | undefined]> {
  const response = await fetch(address);
  return [response.status, /<Code>(\w+)<\/Code>/.exec(await response.text())?.[1]];
}

/** The addresses by which browsers download documents: signed here, valid for some minutes. */
export const addressFacts: readonly Fact<S3Sandbox>[] = [
  {
    id: 'a-signed-address',
    says: 'Whoever has a presigned address reads the object, under the name that the address has for it.',
    page,
    async check(sandbox) {
      const response = await fetch(await addressOf(sandbox));
      same('the content', [200, 'text'], [response.status, await response.text()]);
      same('the name', disposition, response.headers.get('content-disposition'));
    },
  },
  {
    id: 'a-signed-address-ends',
    says: 'After its time a presigned address is refused with 403 AccessDenied.',
    page,
    async check(sandbox) {
      same('the outcome', [403, 'AccessDenied'], await outcomeOf(await addressOf(sandbox, 120)));
    },
  },
  {
    id: 'a-signed-address-is-for-one-object',
    says: 'With another key or another name for it, a presigned address is refused with 403 SignatureDoesNotMatch.',
    page,
    async check(sandbox) {
      const address = await addressOf(sandbox);
      const refused = [403, 'SignatureDoesNotMatch'];
      same('another key', refused, await outcomeOf(address.replace('in_1.pdf', 'in_2.pdf')));
      same('another name', refused, await outcomeOf(address.replace('attachment', 'inline')));
    },
  },
];
