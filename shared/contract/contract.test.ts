import { readFileSync } from 'node:fs';
import { calls } from '.';
import { errors } from '../errors';
import { openApi } from './openapi';

const text = (value: unknown): string => JSON.stringify(value, undefined, 2);

test('names and routes are unique', () => {
  for (const values of [calls.map((call) => call.name), calls.map((call) => `${call.method} ${call.path}`)])
    expect(new Set(values).size).toBe(values.length);
});

test('each path parameter has a schema, and what a call owns is named where the call takes it', () => {
  for (const call of calls) {
    const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect([call.name, inPath.length > 0]).toEqual([call.name, call.params !== undefined]);
    for (const { at } of call.owns ?? []) expect(call[at.split('.')[0] as 'params']).toBeDefined();
  }
});

test('a signed-in call may answer that nobody is signed in; a public one may not', () => {
  for (const call of calls)
    expect([call.name, call.errors.includes('NOT_SIGNED_IN')]).toEqual([
      call.name,
      call.access === 'user' || call.access === 'admin',
    ]);
});

test('a call that wants a fresh proof, or is not for impersonating administrators, says that it may refuse so', () => {
  for (const call of calls.filter(({ recentAuthentication }) => recentAuthentication))
    expect([call.name, call.access, call.errors]).toEqual([
      call.name,
      'user',
      expect.arrayContaining(['RECENT_AUTHENTICATION_REQUIRED']),
    ]);
  for (const call of calls.filter(({ impersonation }) => impersonation === 'refused'))
    expect([call.name, call.access, call.errors]).toEqual([
      call.name,
      'user',
      expect.arrayContaining(['IMPERSONATION_FORBIDDEN']),
    ]);
});

test('each refusal has a text for people and a status of refusal', () => {
  for (const [code, { status, text: words }] of Object.entries(errors)) {
    expect([code, status >= 400 && status < 600, words.length > 0]).toEqual([code, true, true]);
  }
});

test('docs/openapi.json is the contract’s (`npm run openapi` writes it)', () => {
  expect(readFileSync('docs/openapi.json', 'utf8').trim()).toBe(text(openApi(calls)));
});
