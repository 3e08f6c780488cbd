import { invalidParameter } from './errors';
import type { ContactAttribute } from '../store/records';

/** @throws InvalidParameterException for an attribute that no code can prove */
export function contactAttribute(name: string): ContactAttribute {
  if (name === 'email' || name === 'phone_number') return name;
  throw invalidParameter(`Invalid attribute name: ${name}. Only email and phone_number can be verified.`);
}
