import type { Operation } from '../services/operation';
import { attributes } from './attributes';
import { clients } from './clients';
import { groups } from './groups';
import { passwords } from './passwords';
import { pools } from './pools';
import { secondStep } from './second-step';
import { signIn } from './sign-in';
import { signUp } from './sign-up';
import { users } from './users';

/** Every operation of the emulator, by its name in `X-Amz-Target`. */
export const operations: ReadonlyMap<string, Operation> = new Map(
  [signUp, signIn, passwords, users, attributes, secondStep, groups, pools, clients]
    .flat()
    .map((one) => [one.name, one]),
);
