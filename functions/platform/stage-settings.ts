import { contactSchema, type Contact } from '#shared/model/business';
import { requireEnv } from './environment';

/** Where customers of the stage reach its staff. */
export const stageContact = (): Contact => contactSchema.parse(JSON.parse(requireEnv('CONTACT')));
