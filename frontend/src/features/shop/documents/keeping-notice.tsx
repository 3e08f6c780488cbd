import { getConfig } from '#shared/contract/platform';
import { useCall } from '../../../lib/use-call';

/** That owners have to keep what they download, until an adviser agreed for this stage that they need not. */
export function KeepingNotice() {
  const { data: config } = useCall(getConfig);
  if (config?.archiveSuffices) return null;
  return (
    <p className="phrased mt-5 text-sm text-ink-soft">
      請求書・領収書のPDFは、電子帳簿保存法により、ダウンロードしたデータのままお客様ご自身で保存していただく必要があります。
    </p>
  );
}
