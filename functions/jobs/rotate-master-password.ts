import { rotateMasterPassword } from '../adapters/secrets/master-password';
import { defineJob } from '../define-job';

/** Replaces the master password, so that one that was written down stops working. */
export const handler = defineJob('rotate-master-password', rotateMasterPassword);
