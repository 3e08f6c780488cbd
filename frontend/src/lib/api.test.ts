import { waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { getUser } from '#shared/contract/account';
import { login, verifyEmail, verifyRegistration } from '#shared/contract/auth';
import { defineCall } from '#shared/contract/call';
import { FakeServer } from '../../testing/server';
import { callApi, mayBeDone, onSessionEnd, toFailure, type ApiFailure } from './api';

const getDevices = defineCall({
  name: 'get-devices',
  noun: 'device',
  summary: 'For this test',
  method: 'GET',
  path: '/api/stores/{id}/devices',
  access: 'user',
  params: z.object({ id: z.string() }),
  response: z.array(z.string()),
  errors: [],
});

const server = new FakeServer().install();
beforeEach(() => (server.asked.length = 0));
const failureOf = (promise: Promise<unknown>): Promise<ApiFailure> =>
  promise.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ApiFailure) => error,
  );

test('a call sends its body as JSON with cookies and returns the typed response', async () => {
  server.on(verifyRegistration, { message: 'ok', autoLogin: true, user: { username: 'hanako' } });
  const response = await callApi(verifyRegistration, { body: { email: 'a@b.jp', verificationCode: '123456' } });
  expect(response.user?.username).toBe('hanako');
  expect(server.asked).toMatchObject([
    { method: 'POST', credentials: 'include', body: { email: 'a@b.jp', verificationCode: '123456' } },
  ]);
});

// Twice in the path, because the gateway decodes it before it looks for the route.
test('path and query values are encoded', async () => {
  server.on(getDevices, ['d']);
  await callApi(getDevices, { params: { id: 'a/b?c' } });
  expect(server.asked[0]?.url.pathname).toBe('/api/stores/a%252Fb%253Fc/devices');
  server.on(verifyEmail, { message: 'ok' });
  await callApi(verifyEmail, { query: { token: 'a+b&c' } });
  expect(server.asked[1]?.url.searchParams.get('token')).toBe('a+b&c');
});

test('an empty path value: the call throws and sends nothing', async () => {
  await expect(callApi(getDevices, { params: { id: '' } })).rejects.toThrow();
  expect(server.asked).toHaveLength(0);
});

test('an idempotency key is sent in its header', async () => {
  server.on(login, { message: 'ok' });
  await callApi(login, { body: { email: 'a@b.jp', password: 'x' } }, { idempotencyKey: 'key-1' });
  expect(server.asked[0]?.headers.get('idempotency-key')).toBe('key-1');
});

test("a refusal: the failure has the server's code, text, fields and details", async () => {
  server.refuse(login, 'MFA_REQUIRED', { mfaType: 'sms', fields: { email: '?' } });
  const failure = await failureOf(callApi(login, { body: { email: 'a@b.jp', password: 'x' } }));
  expect(failure).toMatchObject({
    status: 403,
    code: 'MFA_REQUIRED',
    message: '2段階認証が必要です',
    requestId: 'request-1',
    fields: { email: '?' },
    details: { mfaType: 'sms' },
  });
});

test('a server error: the request is not repeated', async () => {
  server.reply(login, { status: 500, body: 'boom' });
  const failure = await failureOf(callApi(login, { body: { email: 'a@b.jp', password: 'x' } }));
  expect(failure.message).toBe('500: Internal Server Error');
  expect(server.asked).toHaveLength(1);
});

test('no response: a failure with code NETWORK', async () => {
  server.reply(login, 'unreachable');
  expect(await failureOf(callApi(login, { body: { email: 'a@b.jp', password: 'x' } }))).toMatchObject({
    status: 0,
    code: 'NETWORK',
    message: '通信エラーが発生しました',
  });
});

test('an error response of a gateway: its message is "status: text"', () => {
  expect(toFailure(503, '<html>')).toMatchObject({ code: 'UNKNOWN', message: '503: Service Unavailable' });
  expect(toFailure(403, 'Forbidden by the firewall')).toMatchObject({
    code: 'UNKNOWN',
    message: '403: Forbidden by the firewall',
  });
});

test('the session ended: listeners are called once; not for a wrong password', async () => {
  const ended = jest.fn();
  const stop = onSessionEnd(ended);
  server.refuse(login, 'WRONG_CREDENTIALS');
  await failureOf(callApi(login, { body: { email: 'a@b.jp', password: 'x' } }));
  expect(ended).not.toHaveBeenCalled();
  server.refuse(getDevices, 'NOT_SIGNED_IN').refuse(getUser, 'NOT_SIGNED_IN');
  await failureOf(callApi(getDevices, { params: { id: '1' } }));
  expect(ended).toHaveBeenCalledTimes(1);
  stop();
});

describe('a call meets a session whose cookie another call renews at that moment', () => {
  const params = { id: '1' };
  const user = { id: 'user-1', username: '花子', email: 'a@b.jp', hasCompletedSetup: true, isAdmin: false };

  test.each([
    ['goes on: the call is sent again', user.id, 0],
    ['is that of another user by now: it is not', 'user-2', 1],
  ])('it %s', async (_what, id, times) => {
    const ended = jest.fn();
    const stop = onSessionEnd(ended);
    server.on(getUser, { user }).refuse(getDevices, 'NOT_SIGNED_IN');
    await callApi(getUser);
    const devices = callApi(getDevices, { params }).catch((error: unknown) => error);
    await waitFor(() => expect(server.askedOf(getDevices)).toHaveLength(1));
    server.on(getDevices, ['d']).on(getUser, { user: { ...user, id } });
    expect(await devices).toEqual(times === 0 ? ['d'] : expect.objectContaining({ code: 'NOT_SIGNED_IN' }));
    expect(ended).toHaveBeenCalledTimes(times);
    expect(server.askedOf(getDevices)).toHaveLength(2 - times);
    stop();
  });

  test('it cannot be read then: the call fails as refused, and nobody is signed out', async () => {
    const ended = jest.fn();
    const stop = onSessionEnd(ended);
    server.refuse(getDevices, 'NOT_SIGNED_IN').refuse(getUser, 'SERVICE_UNAVAILABLE');
    const failure = await failureOf(callApi(getDevices, { params }));
    expect(failure).toMatchObject({ status: 401, code: 'NOT_SIGNED_IN' });
    expect(mayBeDone(failure)).toBe(false);
    expect(ended).not.toHaveBeenCalled();
    stop();
  });
});
