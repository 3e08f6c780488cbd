import * as z from 'zod/mini';
import { userSchema } from '../model/account';
import { defineCall } from './call';

export const getUser = defineCall({
  name: 'get-user',
  noun: 'account',
  summary: 'The signed-in user; 401 means nobody is',
  method: 'GET',
  path: '/api/user',
  access: 'user',
  response: z.object({ user: userSchema }),
  errors: ['NOT_SIGNED_IN'],
});

/** Idempotent: a setup once complete stays complete. */
export const markSetupComplete = defineCall({
  name: 'mark-setup-complete',
  noun: 'account',
  summary: 'Remember that the first-time wizard was shown',
  method: 'POST',
  path: '/api/mark-setup-complete',
  access: 'user',
  response: z.object({ message: z.string() }),
  errors: ['NOT_SIGNED_IN'],
});
