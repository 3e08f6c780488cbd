import { lateChargePercent } from '#shared/model/late-charge';
import { lostDevicePrice, type EndingChoice } from '#shared/model/ending-plan';
import { DateText } from '../../../ui/date-text';
import { Fact } from '../../../ui/fact';
import { Money } from '../../../ui/money';

interface EndingFactsProps {
  choice: EndingChoice;
  /** Yen that is late. */
  owed: number;
  devices: number;
  /** Yen of the late charge by the terms if everything late is paid then (unix seconds); undefined if nothing is. */
  lateBy: ((paidAt: number) => number) | undefined;
}

/** Everything that an end means, as a list: dates, charges, the devices. The same rows for every way. */
export function EndingFacts({ choice, owed, devices, lateBy }: EndingFactsProps) {
  const late = lateBy?.(choice.endsAt);
  const { lastUse, charges, total, unrefunded, boxBy, returnBy } = choice;
  return (
    <dl className="phrased space-y-4">
      <Fact label="ご利用の最終日">
        <span className="text-lg font-semibold">
          <DateText unix={lastUse} />
        </span>
      </Fact>
      <Fact label="これからのご請求">
        <span className="text-lg font-semibold">{total === 0 ? 'ありません' : <Money yen={total} />}</span>
        {charges.length > 0 && (
          <ul className="mt-1 text-sm text-ink-soft">
            {charges.map(({ at, amount }) => (
              <li key={at} className="flex flex-wrap justify-between gap-x-4">
                <DateText unix={at} />
                <Money yen={amount} />
              </li>
            ))}
          </ul>
        )}
      </Fact>
      <Fact label="返金されない金額">
        {unrefunded === 0 ? (
          'ありません'
        ) : (
          <>
            <Money yen={unrefunded} />
            （お支払い済みの残り期間分）
          </>
        )}
      </Fact>
      {devices > 0 && (
        <>
          <Fact label="返却用の箱の発送">
            <DateText unix={boxBy} />
            まで
          </Fact>
          <Fact label="お手元のデバイスのご返送">
            <DateText unix={returnBy} />
            まで
            <span className="block text-sm text-ink-soft">
              箱の到着から1週間以内。紛失の場合は1台につき
              <Money yen={lostDevicePrice} />
            </span>
          </Fact>
        </>
      )}
      <Fact label="未払いのご請求">
        {owed === 0 ? (
          'ありません'
        ) : (
          <>
            <Money yen={owed} />
            （終了後もお支払いが必要です）
          </>
        )}
      </Fact>
      {late !== undefined && (
        <Fact
          label={`年${lateChargePercent}％の遅延損害金（${choice.way === 'now' ? '本日' : '終了日'}のお支払いの場合）`}
        >
          {late === 0 ? 'ありません' : <Money yen={late} />}
        </Fact>
      )}
    </dl>
  );
}
