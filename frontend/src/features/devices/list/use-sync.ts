import { syncDevices } from '#shared/contract/device';
import { callApi } from '../../../lib/api';
import { showToast } from '../../../ui/toast';
import { useAction } from '../../../ui/use-action';

/**
 * Has the record system's changes read, then reads the visible data again (spec 7, POST /api/devices/sync).
 */
export function useSync(): { syncing: boolean; sync: () => void } {
  const [sync, syncing] = useAction(
    async () => {
      const { finishedAt } = await callApi(syncDevices);
      if (finishedAt === null)
        showToast({
          tone: 'info',
          title: '同期を受け付けました',
          description: '1分ほどで反映されます。しばらくしてから画面を開き直してください。',
        });
      else showToast({ tone: 'success', title: '同期しました', description: 'すべて最新の情報です。' });
    },
    { title: '同期できませんでした', refused: 'しばらくしてから、もう一度お試しください。' },
  );
  return { syncing, sync };
}
