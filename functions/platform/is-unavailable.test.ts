import { isUnavailable } from './unavailable';

const error = (name: string, more: object = {}, message = '') => Object.assign(new Error(message), { name, ...more });

test.each([
  ['a refused connection', error('Error', { code: 'ECONNREFUSED' })],
  ['no response in time', error('TimeoutError')],
  ['throttling', error('ThrottlingException', { $metadata: { httpStatusCode: 400 } })],
  ['a conflict with a transaction', error('TransactionConflictException', { $metadata: { httpStatusCode: 400 } })],
  [
    'a transaction that met another',
    error('TransactionCanceledException', {
      CancellationReasons: [{ Code: 'None' }, { Code: 'TransactionConflict' }, { Code: 'ThrottlingError' }],
    }),
  ],
  ['a transaction whose first request is still running', error('TransactionInProgressException')],
  ['two changes of one user at once', error('ConcurrentModificationException')],
  ['any 5xx', error('Unknown', { $metadata: { httpStatusCode: 502 } })],
  [
    'a connection cut off, wrapped by the SDK',
    error('Error', {}, 'AWS SDK error wrapper for TimeoutError: socket hang up'),
  ],
  [
    'a refused connection, wrapped by the SDK',
    error('Error', {}, 'AWS SDK error wrapper for Error: connect ECONNREFUSED 127.0.0.1:1'),
  ],
])('%s is an outage', (_, cause) => {
  expect(isUnavailable(cause)).toBe(true);
});

test.each([
  ['a refusal', error('NotAuthorizedException', { $metadata: { httpStatusCode: 400 } })],
  [
    'a transaction with a failed condition',
    error('TransactionCanceledException', {
      CancellationReasons: [{ Code: 'ConditionalCheckFailed' }, { Code: 'TransactionConflict' }],
    }),
  ],
  ['a bug', new TypeError('x is not a function')],
  ['a bug, wrapped by the SDK', error('Error', {}, 'AWS SDK error wrapper for TypeError: x is not a function')],
  ['what is no error', 'ECONNREFUSED'],
])('%s is not an outage', (_, cause) => {
  expect(isUnavailable(cause)).toBe(false);
});
