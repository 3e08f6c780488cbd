export { documents } from '../dynamodb/documents';
export { usersTable } from './table';
