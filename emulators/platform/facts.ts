export * from './facts/fact';
export { failuresIn, proofOf, prove } from './facts/prove';
export { readUntil } from './facts/read-until';
