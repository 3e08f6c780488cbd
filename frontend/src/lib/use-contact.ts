import { getConfig } from '#shared/contract/platform';
import type { Contact } from '#shared/model/business';
import { useCall } from './use-call';

/** Where the stage's staff are reached; undefined until it is known. */
export const useContact = (): Contact | undefined => useCall(getConfig).data?.contact;
