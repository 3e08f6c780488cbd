import { ShieldAlert } from 'lucide-react';
import { getSystemInformation } from '#shared/contract/admin';
import type { ResponseOf } from '#shared/contract/call';
import { paths } from '../../lib/paths';
import { useCall } from '../../lib/use-call';
import { ButtonLink, FailureSign, Skeleton, ReadFailure } from '../../ui/basics';
import { EmptyState, Card, DetailList } from '../../ui/content';
import { Page } from '../../ui/page';
import {
  LoginHelperCard,
  MasterPasswordCard,
  ReasonCard,
  SecondStepMissingCard,
  useMasterPassword,
} from './master-password-card';
import { longDateTime } from '../../lib/format';

/** For members of the admin group; the server decides who is one (spec 2, 6, Admin). */
export function AdminScreen() {
  const system = useCall(getSystemInformation);
  const master = useMasterPassword();
  const refused = system.error?.code === 'ADMIN_ONLY';
  return (
    <Page title="管理">
      {refused ? (
        <EmptyState
          picture={<FailureSign Icon={ShieldAlert} />}
          title="管理者権限が必要です"
          action={
            <ButtonLink to={paths.home} variant="secondary">
              店舗一覧へ
            </ButtonLink>
          }
        >
          管理者アカウントでログインしてください。
        </EmptyState>
      ) : system.error && !system.data ? (
        <ReadFailure read={system} />
      ) : (
        <div className="space-y-6">
          {system.data?.lacksSecondStep && <SecondStepMissingCard />}
          {system.data && !system.data.lacksSecondStep && (
            <>
              <ReasonCard master={master} />
              <MasterPasswordCard master={master} />
              <LoginHelperCard master={master} />
            </>
          )}
          {system.data ? (
            <SystemCard information={system.data} />
          ) : (
            <Card>
              <Skeleton lines={6} label="システム情報を読み込み中" />
            </Card>
          )}
        </div>
      )}
    </Page>
  );
}

/** The version and state of this system (spec 2, Admin: system info). */
function SystemCard({ information }: { information: ResponseOf<typeof getSystemInformation> }) {
  const { stage, version, region, lastDeviceSync } = information;
  return (
    <Card title="システム情報">
      <DetailList
        rows={{
          ステージ: stage,
          バージョン: version,
          リージョン: region,
          最終同期: lastDeviceSync === null ? 'まだ同期していません' : longDateTime(lastDeviceSync * 1000),
        }}
      />
    </Card>
  );
}
