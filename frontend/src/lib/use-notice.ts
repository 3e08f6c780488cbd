import { getConfig } from '#shared/contract/platform';
import { noticePeriodOf, type NoticePeriod } from '#shared/model/ending';
import { useCall } from './use-call';

/** The notice that the stage asks for before an end; undefined until it is known. */
export function useNotice(): NoticePeriod | undefined {
  const { data: config } = useCall(getConfig);
  return config && noticePeriodOf(config.enforcesNotice);
}
