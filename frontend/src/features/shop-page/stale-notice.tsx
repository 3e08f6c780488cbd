import type { ShopRecord } from '#shared/model/customer';
import { ageText } from '../../lib/format';
import { Alert } from '../../ui/alert';

/** The server reads a shop again when its snapshot is older than a day; older data means that it could not. */
const fresh = 24 * 60 * 60 * 1000;

/** Shows the age of the snapshot if it is old. `now` in unix milliseconds. */
export function StaleNotice({ shops, now }: { shops: readonly ShopRecord[]; now: number }) {
  const oldest = Math.min(...shops.map(({ readAt }) => readAt)) * 1000;
  if (now - oldest <= fresh) return null;
  return (
    <div className="mb-5">
      <Alert tone="warning" title="最新の情報を取得できていません">
        決済サービスに接続できないため、{ageText(oldest, now)}の情報を表示しています。
      </Alert>
    </div>
  );
}
