import { rotateMasterPassword } from '../adapters/secrets/master-password';
import { defineJob } from '../define-job';

/** Replaces the master password, so that one that somebody wrote down is worth nothing any more. */
export const handler = defineJob('rotate-master-password', rotateMasterPassword);
