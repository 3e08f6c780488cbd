import { paths } from '../../../lib/paths';
import { ButtonLink } from '../../../ui/button';
import { EmptyState } from '../../../ui/empty-state';
import { DevicePicture } from '../device/device-picture';

/** The address names none of the user's shops (spec 6: no match gives a not-found error). */
export const NoShop = () => (
  <EmptyState
    picture={<DevicePicture />}
    title="指定された店舗が見つかりません"
    action={<ButtonLink to={paths.home}>店舗一覧へ戻る</ButtonLink>}
  >
    店舗が削除されたか、別のアカウントで登録されている可能性があります。
  </EmptyState>
);
