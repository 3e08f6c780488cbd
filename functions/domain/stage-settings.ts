import { contactSchema, type Contact } from '#shared/model/contact';
import { noticeOf, type Notice } from '#shared/model/ending';
import { optionalEnv, requireEnv } from '../runtime/environment';

/** The notice that the stage asks for before a subscription ends. */
export const stageNotice = (): Notice => noticeOf(optionalEnv('ENFORCES_NOTICE') === 'true');

/** Where customers of the stage reach its staff. */
export const stageContact = (): Contact => contactSchema.parse(JSON.parse(requireEnv('CONTACT')));
