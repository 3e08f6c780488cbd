import { proofOf } from '../platform/facts';
import { stripeFacts } from './facts/stripe-facts';

export const facts = [proofOf(stripeFacts)];
