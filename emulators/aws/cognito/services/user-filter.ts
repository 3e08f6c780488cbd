import { invalidParameter } from './errors';
import type { UserRecord } from '../store/records';

/** The attributes that ListUsers can search by (API_ListUsers, Filter). */
const searchable = [
  'username',
  'email',
  'phone_number',
  'name',
  'given_name',
  'family_name',
  'preferred_username',
  'sub',
];

function valueOf(user: UserRecord, attribute: string): string {
  if (attribute === 'cognito:user_status') return user.status;
  if (attribute === 'status') return user.enabled ? 'Enabled' : 'Disabled';
  if (attribute === 'username') return user.username;
  if (attribute === 'sub') return user.sub;
  return user.attributes[attribute] ?? '';
}

/** Reads `attribute = "value"` or `attribute ^= "value"`. @throws InvalidParameterException for any other text */
export function userFilter(filter: string | undefined): (user: UserRecord) => boolean {
  if (filter === undefined || filter.trim() === '') return () => true;
  const [, attribute = '', operator, quoted = ''] =
    /^\s*"?([\w:]+)"?\s*(\^?=)\s*"((?:[^"\\]|\\.)*)"\s*$/.exec(filter) ?? [];
  if (operator === undefined) throw invalidParameter('Error while parsing filter');
  const exact = ['cognito:user_status', 'status'];
  if (!searchable.includes(attribute) && !exact.includes(attribute))
    throw invalidParameter(`Invalid search attribute: ${attribute}`);
  const sought = quoted.replaceAll(/\\(.)/g, '$1').toLowerCase();
  return (user) => {
    const value = valueOf(user, attribute).toLowerCase();
    return operator === '=' ? value === sought : value.startsWith(sought);
  };
}
