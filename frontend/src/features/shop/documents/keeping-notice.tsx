import { getConfig } from '#shared/contract/platform';
import { useCall } from '../../../lib/use-call';

/** Tells owners to keep their downloads, unless the stage's archive is enough (decision 075). */
export function KeepingNotice() {
  const { data: config } = useCall(getConfig);
  if (config?.archiveSuffices) return null;
  return (
    <p className="phrased mt-5 text-sm text-ink-soft">
      請求書・領収書のPDFは、電子帳簿保存法により、ダウンロードしたデータのままお客様ご自身で保存していただく必要があります。
    </p>
  );
}
