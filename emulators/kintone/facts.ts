import { proofOf } from '../platform/facts';
import { kintoneFacts } from './facts/kintone-facts';

export const facts = [proofOf(kintoneFacts)];
