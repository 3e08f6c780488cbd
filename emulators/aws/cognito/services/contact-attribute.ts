import { invalidParameter } from './errors';
import type { ContactAttribute } from '../store/records';

/** Cognito's word for an address or number in its messages. */
export const contactNoun: Readonly<Record<ContactAttribute, string>> = { email: 'email', phone_number: 'phone number' };

/** @throws InvalidParameterException for an attribute that no code can prove */
export function contactAttribute(name: string): ContactAttribute {
  if (name === 'email' || name === 'phone_number') return name;
  throw invalidParameter(`Invalid attribute name: ${name}. Only email and phone_number can be verified.`);
}
