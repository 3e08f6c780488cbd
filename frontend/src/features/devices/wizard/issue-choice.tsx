import { CheckboxField } from '../../../ui/fields';
import { Alert } from '../../../ui/basics';

interface IssueChoiceProps<Issue extends string> {
  legend: string;
  options: readonly Issue[];
  chosen: readonly Issue[];
  onChange: (chosen: Issue[]) => void;
  /** The missing input, and what to do. */
  problem: { title?: string; text: string } | undefined;
}

/** The faults of a device: one or more of a list, kept in the list's order. */
export function IssueChoice<Issue extends string>({
  legend,
  options,
  chosen,
  onChange,
  problem,
}: IssueChoiceProps<Issue>) {
  const toggle = (issue: Issue, on: boolean): void =>
    onChange(options.filter((option) => (option === issue ? on : chosen.includes(option))));
  return (
    <fieldset>
      <legend className="mb-2 text-sm font-semibold">{legend}</legend>
      {problem && (
        <Alert className="mb-3" live tone="danger" {...(problem.title !== undefined && { title: problem.title })}>
          {problem.text}
        </Alert>
      )}
      <div className="grid gap-2 sm:grid-cols-2">
        {options.map((issue) => (
          <CheckboxField
            key={issue}
            label={<span className="phrased">{issue}</span>}
            checked={chosen.includes(issue)}
            onChange={(event) => toggle(issue, event.target.checked)}
            aria-invalid={problem ? true : undefined}
            className={[
              'rounded-field border border-line-strong/60 px-3 transition-colors',
              'has-checked:border-accent has-checked:bg-accent-soft',
            ].join(' ')}
          />
        ))}
      </div>
    </fieldset>
  );
}
