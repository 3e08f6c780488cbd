import { randomUUID } from 'node:crypto';
import type { LocalClock, Outbox, WireRequest, WireResponse } from '../../platform/index';
import { faultMessages, type AwsEmulator, type FaultKind } from '../aws';
import { Form, ServiceError } from './form';
import { publishOperations } from './publish-operations';
import { TopicStore, type PublishedMessage } from './topic-store';
import { topicOperations } from './topic-operations';
import { errorXml, resultXml } from './xml';

export interface SnsOptions {
  clock: LocalClock;
  /** File of the topics, subscriptions and messages; undefined keeps them in memory. */
  journalPath?: string | undefined;
  /** Where mails and SMS go. */
  outbox: Outbox;
}

export interface SnsEmulator extends AwsEmulator {
  /** The last thousand messages published to topics, oldest first. */
  published(): PublishedMessage[];
}

const operations = { ...topicOperations, ...publishOperations };

const faults: Readonly<Record<FaultKind, { status: number; code: string }>> = {
  'access-denied': { status: 403, code: 'AuthorizationError' },
  throttled: { status: 429, code: 'Throttled' },
  failed: { status: 500, code: 'InternalError' },
};

const xmlResponse = (status: number, body: string): WireResponse => ({
  status,
  headers: { 'content-type': 'text/xml' },
  body,
});

/** A link in a mail is opened with GET and is not signed; everything else is posted. */
const parametersOf = (request: WireRequest): string =>
  request.method === 'GET' ? (request.url.split('?')[1] ?? '') : request.body.toString();
const operationOf = (request: WireRequest): string =>
  new URLSearchParams(parametersOf(request)).get('Action') ?? 'unknown';

/** Amazon SNS (AWS query protocol): topics with subscribers by mail. See README.md. */
export async function createSnsEmulator({ clock, journalPath, outbox }: SnsOptions): Promise<SnsEmulator> {
  const store = await TopicStore.open(journalPath);
  return {
    operationOf,
    async respond(request) {
      const requestId = randomUUID();
      const action = operationOf(request);
      try {
        const operation = operations[action];
        if (!operation) throw new ServiceError('InvalidAction', `${action} is not supported by the SNS emulator`);
        if (action !== 'ConfirmSubscription' && !request.headers['authorization']?.startsWith('AWS4-')) {
          throw new ServiceError('MissingAuthenticationToken', 'Request is missing Authentication Token', 403);
        }
        const address = `http://${request.headers['host'] ?? 'localhost'}`;
        const result = await operation({ store, clock, outbox, address }, new Form(parametersOf(request)));
        return xmlResponse(200, resultXml(action, result, requestId));
      } catch (error) {
        if (!(error instanceof ServiceError)) throw error;
        return xmlResponse(error.status, errorXml(error, requestId));
      }
    },
    fault(kind, message = faultMessages[kind]) {
      const { status, code } = faults[kind];
      return xmlResponse(status, errorXml({ code, message }, randomUUID(), status < 500 ? 'Sender' : 'Receiver'));
    },
    demandsOf(request) {
      const parameters = new URLSearchParams(parametersOf(request));
      const resource = parameters.get('TopicArn') ?? '*';
      return [{ action: `sns:${operationOf(request)}`, resource }];
    },
    published: () => [...store.messages],
    reset: () => store.reset(),
    close: () => store.close(),
  };
}
