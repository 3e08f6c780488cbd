import { getConfig } from '#shared/contract/platform';
import { noticeOf, type Notice } from '#shared/model/ending';
import { useCall } from './use-call';

/** The notice that the stage asks for before an end; undefined until it is known. */
export function useNotice(): Notice | undefined {
  const { data: config } = useCall(getConfig);
  return config && noticeOf(config.enforcesNotice);
}
