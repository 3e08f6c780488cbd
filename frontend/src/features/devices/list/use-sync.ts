import { syncDevices } from '#shared/contract/device';
import { callApi } from '../../../lib/api';
import { type ApiFailure, failedWith } from '../../../lib/api-failure';
import { showFailure, showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';

/** When to try again, if that is within a minute; otherwise the server's text, which says why. */
function tooSoonText(failure: ApiFailure): string {
  const { retryAfter } = failure.details;
  return typeof retryAfter === 'number' && retryAfter <= 60
    ? `続けて同期することはできません。あと${Math.ceil(retryAfter)}秒ほどお待ちください。`
    : failure.message;
}

/**
 * Has the record system's changes read, then reads the visible data again (spec 7, POST /api/devices/sync).
 */
export function useSync(): { syncing: boolean; sync: () => void } {
  const [sync, syncing] = useAction(async () => {
    try {
      const { finishedAt } = await callApi(syncDevices);
      if (finishedAt === null) {
        showToast({
          tone: 'info',
          title: '同期を受け付けました',
          description: '1分ほどで反映されます。しばらくしてから画面を開き直してください。',
        });
        return;
      }
      showToast({ tone: 'success', title: '同期しました', description: 'すべて最新の情報です。' });
    } catch (error) {
      if (failedWith(error, 'SYNC_TOO_SOON'))
        showToast({ tone: 'info', title: '少しお待ちください', description: tooSoonText(error) });
      else
        showFailure(error, {
          title: '同期できませんでした',
          refused: 'しばらくしてから、もう一度お試しください。',
        });
    }
  });
  return { syncing, sync };
}
