import { useId, useState, type ReactNode } from 'react';
import type { EndingChoice, EndingPreview } from '#shared/model/ending-plan';
import { longDate } from '../../../lib/format';
import { Button } from '../../../ui/button';
import { SelectField } from '../../../ui/select-field';
import { EndingFacts } from './ending-facts';
import { wayNames } from './way-names';

interface EndingChoicesProps {
  preview: EndingPreview;
  /** Yen of the late charge if everything late is paid at a moment (unix seconds); undefined if nothing is late. */
  lateBy: ((paidAt: number) => number) | undefined;
  onChoose: (choice: EndingChoice) => void;
}

/** The ways to end a subscription side by side, in the same size and colour; a later end has a choice of dates. */
export function EndingChoices({ preview, lateBy, onChoose }: EndingChoicesProps) {
  const { choices, owed, devices } = preview;
  const later = choices.filter(({ way }) => way === 'later');
  const [wanted, setWanted] = useState<number>();
  const chosen = later.find(({ endsAt }) => endsAt === wanted) ?? later[0];
  const shown = [...choices.filter(({ way }) => way !== 'later'), ...(chosen ? [chosen] : [])];
  return (
    <ul className="grid gap-5 lg:grid-cols-[repeat(auto-fit,minmax(16rem,1fr))]">
      {shown.map((choice) => (
        <ChoiceCard key={choice.way} choice={choice} onChoose={() => onChoose(choice)}>
          {choice.way === 'later' && (
            <SelectField
              label="終了日"
              value={String(choice.endsAt)}
              onChange={(event) => setWanted(Number(event.target.value))}
            >
              {later.map(({ endsAt }) => (
                <option key={endsAt} value={endsAt}>
                  {longDate(endsAt * 1000)}
                </option>
              ))}
            </SelectField>
          )}
          <EndingFacts choice={choice} owed={owed} devices={devices} lateBy={lateBy} />
        </ChoiceCard>
      ))}
    </ul>
  );
}

interface ChoiceCardProps {
  choice: EndingChoice;
  onChoose: () => void;
  children: ReactNode;
}

function ChoiceCard({ choice, onChoose, children }: ChoiceCardProps) {
  const id = useId();
  return (
    <li aria-labelledby={id} className="card flex flex-col p-5">
      <h2 id={id} className="text-lg leading-snug font-semibold">
        {wayNames[choice.way]}
      </h2>
      <div className="mt-4 flex-1 space-y-4">{children}</div>
      <div className="mt-6">
        <Button variant="secondary" block onClick={onChoose} aria-describedby={id}>
          この終了日を選ぶ
        </Button>
      </div>
    </li>
  );
}
