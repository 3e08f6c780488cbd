import { contactSchema, type Contact } from '#shared/model/contact';
import { noticePeriodOf, type NoticePeriod } from '#shared/model/ending';
import { optionalEnv, requireEnv } from '../runtime/environment';

/** The notice period of the stage before a subscription ends. */
export const stageNoticePeriod = (): NoticePeriod => noticePeriodOf(optionalEnv('ENFORCES_NOTICE') === 'true');

/** Where customers of the stage reach its staff. */
export const stageContact = (): Contact => contactSchema.parse(JSON.parse(requireEnv('CONTACT')));
