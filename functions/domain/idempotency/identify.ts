export { identifyRequest, type IdempotencyIdentity } from '../../platform/identify-request';
