import { TriangleAlert } from 'lucide-react';
import type { ChangeEvent, ReactNode } from 'react';
import { useWatch, type FieldPath, type FieldValues, type PathValue } from 'react-hook-form';
import { prefectures } from '#shared/model/address';
import { plainDigits } from '#shared/numbers';
import { DigitsField, SelectField } from '../../ui/fields';
import { TextField } from '../../ui/text-field';
import type { SubmitForm } from '../../ui/use-submit-form';
import { usePostalLookup, type FoundAddress } from './use-postal-lookup';

interface Props<Form extends FieldValues> {
  kind: 'shipping' | 'billing';
  form: Pick<SubmitForm<Form, unknown>, 'field' | 'rhf'>;
  /** The form's names of the fields. `line1` includes the city if there is no field for it. */
  names: Record<'postalCode' | 'state' | 'line1' | 'line2', FieldPath<Form>> & { city?: FieldPath<Form> };
  /** Seven digits and one of the prefectures, as an order needs them; else any text (spec 5). */
  strict?: boolean;
  required?: boolean;
}

const tones = { quiet: 'text-ink-soft', office: '', failed: 'text-danger' } as const;

/** How many full-width characters a shipping label takes: Yamato's B2, 送り状発行データレイアウト. */
const labelWidths = { name: 16, address: 32, building: 16 } as const;

/** What its owner should look at again; its field's frame has the same colour. */
const Doubt = ({ children }: { children: ReactNode }) => (
  <span data-doubt className="flex gap-1.5 text-warning">
    <TriangleAlert aria-hidden className="mt-1 size-4 shrink-0" />
    <span>{children}</span>
  </span>
);

/** Said under a text that is too long for a label; two half-width characters take the place of one. */
export function labelHelp(text: string, of: keyof typeof labelWidths): ReactNode {
  const [width, most] = [text.replaceAll(/[ -~｡-ﾟ]{1,2}/gu, '□').length, labelWidths[of]];
  if (width <= most) return undefined;
  return (
    <Doubt>
      {of === 'address' && '都道府県から番地まで、'}全角{width}文字です。{most}
      文字を超える分は、送り状に印字されないことがあります。
    </Doubt>
  );
}

/** Fills in what a lookup found, or takes back what it had filled in: what was typed after it stays. */
const fillIn =
  <Form extends FieldValues>({ form: { rhf }, names, strict = false }: Props<Form>) =>
  (found: FoundAddress | undefined, before: FoundAddress | undefined): void => {
    const place = found ?? before;
    if (!place) return;
    const { state, city, town } = place;
    const texts = [
      [names.state, state] as const,
      ...(names.city ? [[names.city, city] as const] : []),
      [names.line1, names.city ? town : `${city}${town}`] as const,
    ];
    for (const [name, text] of texts) {
      const now: string = rhf.getValues(name);
      const left = found ? text : now.startsWith(text) ? now.slice(text.length) : now;
      // A field that is empty again is no mistake yet.
      const options = { shouldDirty: true, shouldValidate: strict && found !== undefined };
      rhf.setValue(name, left as PathValue<Form, FieldPath<Form>>, options);
    }
  };

/** An address in Japan; seven digits of its postal code fill the rest (spec 2, Store form; spec 5). */
export function AddressFields<Form extends FieldValues>(props: Props<Form>) {
  const { kind, form, names, strict = false, required = false } = props;
  const { lookup, look, typed, place, places, chosen, choose } = usePostalLookup(fillIn(props));
  /** A field that is filled in: what was typed into it stays. */
  const filled = (name: FieldPath<Form>) => {
    const registered = form.field(name);
    return {
      ...registered,
      onChange: (event: ChangeEvent) => {
        typed();
        return registered.onChange(event);
      },
    };
  };
  const texts: (string | undefined)[] = useWatch({
    control: form.rhf.control,
    name: [names.line2, names.state, names.line1, ...(names.city ? [names.city] : [])],
  });
  const [building = '', ...address] = kind === 'shipping' ? texts : [];
  // The code of a whole town, whose parts it does not know: what was filled in is no address yet.
  const isBare = place?.town === '' && texts[2] === (names.city ? '' : place.city);
  const stateProps = {
    label: '都道府県',
    required,
    autoComplete: `${kind} address-level1`,
    ...filled(names.state),
  };
  return (
    <div className="space-y-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <div className="space-y-5">
          <PostalCode {...props} lookup={lookup} look={look} />
          {places.length > 0 && <Candidates places={places} chosen={chosen} choose={choose} />}
        </div>
        {strict ? (
          <SelectField {...stateProps}>
            <option value="">選択してください</option>
            {prefectures.map((prefecture) => (
              <option key={prefecture} value={prefecture}>
                {prefecture}
              </option>
            ))}
          </SelectField>
        ) : (
          <TextField {...stateProps} />
        )}
      </div>
      {names.city && (
        <TextField
          label="市区町村"
          required={required}
          autoComplete={`${kind} address-level2`}
          {...filled(names.city)}
        />
      )}
      <TextField
        label={names.city ? '町名・番地' : '市区町村・番地'}
        required={required}
        autoComplete={`${kind} address-line1`}
        help={
          isBare ? (
            <Doubt>この郵便番号では町名が分かりません。町名・番地を入力してください。</Doubt>
          ) : (
            (labelHelp(address.join(''), 'address') ?? '番地まで入力してください（例：1-2-3）')
          )
        }
        {...filled(names.line1)}
      />
      <TextField
        label="建物名・部屋番号"
        autoComplete={`${kind} address-line2`}
        help={labelHelp(building, 'building')}
        {...form.field(names.line2)}
      />
    </div>
  );
}

/** The places of a postal code that has several. */
const Candidates = ({
  places,
  chosen,
  choose,
}: Pick<ReturnType<typeof usePostalLookup>, 'places' | 'chosen' | 'choose'>) => (
  <SelectField
    label="住所の候補"
    value={chosen}
    onChange={(event) => choose(Number(event.target.value))}
    help="違う場合は選び直してください。"
  >
    {places.map((place, index) => (
      <option key={index} value={index}>
        {`${place.state}${place.city}${place.town}`}
      </option>
    ))}
  </SelectField>
);

type PostalCodeProps<Form extends FieldValues> = Props<Form> &
  Pick<ReturnType<typeof usePostalLookup>, 'lookup' | 'look'>;

function PostalCode<Form extends FieldValues>(props: PostalCodeProps<Form>) {
  const { kind, form, names, strict, required, lookup, look } = props;
  const registered = form.field(names.postalCode);
  const field = {
    label: '郵便番号',
    required,
    autoComplete: `${kind} postal-code`,
    ...registered,
    onChange: (event: ChangeEvent<HTMLInputElement>): void => {
      look(plainDigits(event.target.value).replace(/^〒/, ''));
      void registered.onChange(event);
    },
  };
  return (
    <div className="has-[[data-doubt]]:[&_input]:border-warning">
      {strict ? (
        <DigitsField
          {...field}
          digits={7}
          help={lookup.message === '' && !field.error && '7桁を入力すると住所を検索します。'}
        />
      ) : (
        <TextField {...field} inputMode="numeric" />
      )}
      <p aria-live="polite" className={`mt-1.5 text-sm empty:hidden ${tones[lookup.tone]}`}>
        {lookup.advice ? <Doubt>{lookup.message}</Doubt> : lookup.message}
        {lookup.advice && <span className="mt-1 block">{lookup.advice}</span>}
      </p>
    </div>
  );
}
